-- svc: phase=expand
-- The lock date of a company, as the books know it: no entry dated on or before it is committed once the answer that
-- set it is out, whenever its transaction began.

CREATE TABLE ledger.period_lock (
    company_id uuid NOT NULL,
    until date,
    CONSTRAINT ledger_period_lock_pkey PRIMARY KEY (company_id)
);
COMMENT ON TABLE ledger.period_lock IS 'Last day of the books that is locked. Bound policy.';
ALTER TABLE ledger.period_lock ENABLE ROW LEVEL SECURITY;
ALTER TABLE ledger.period_lock FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON ledger.period_lock
    USING (company_id = (SELECT current_setting('svc.company')::uuid))
    WITH CHECK (company_id = (SELECT current_setting('svc.company')::uuid));

-- Runs once per entry, at the commit. Postings share a lock that ledger.lock_period takes alone: so either an entry is
-- committed before the lock date is, or it is looked at with that date in sight (each statement here sees what is
-- committed before it).
CREATE OR REPLACE FUNCTION ledger.check_entry() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog AS $$
DECLARE
    lines bigint;
    difference numeric;
    locked date;
BEGIN
    SELECT count(*), coalesce(sum(debit), 0) - coalesce(sum(credit), 0) INTO lines, difference
    FROM ledger.line WHERE company_id = NEW.company_id AND entry_id = NEW.id;
    IF lines <> NEW.line_count OR difference <> 0 THEN
        RAISE EXCEPTION 'entry % has % of % lines and a difference of %', NEW.id, lines, NEW.line_count, difference
            USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_entry_balanced';
    END IF;
    PERFORM pg_advisory_xact_lock_shared(hashtextextended('ledger.period_lock ' || NEW.company_id::text, 0));
    SELECT until INTO locked FROM ledger.period_lock WHERE company_id = NEW.company_id;
    IF NEW.date <= locked THEN
        RAISE EXCEPTION 'entry % is dated %, in a locked period', NEW.id, NEW.date
            USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_entry_open_period', DETAIL = locked::text;
    END IF;
    RETURN NULL;
END
$$;
