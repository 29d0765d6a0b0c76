-- svc: phase=expand
-- The day (MM-DD) on which the fiscal years of a company begin, once it was changed: the books had no entry then. An entry that
-- was numbered by the day before, in a transaction that began earlier, is refused like one in a locked period; its request
-- is repeated with the settings as they are now.
ALTER TABLE ledger.period_lock ADD COLUMN year_start text COLLATE "C";
COMMENT ON TABLE ledger.period_lock IS 'Last day of the books that is locked, and the day on which fiscal years begin.';

CREATE OR REPLACE FUNCTION ledger.check_entries() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog AS $$
DECLARE
    wrong record;
BEGIN
    SELECT e.id INTO wrong FROM added e WHERE (
        SELECT l.line_count FROM ledger.line l
        WHERE l.company_id = e.company_id AND l.entry_id = e.id AND l.line_number = e.line_count
    ) IS DISTINCT FROM e.line_count LIMIT 1;
    IF FOUND THEN
        RAISE EXCEPTION 'entry % has not its lines', wrong.id
            USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_entry_balanced';
    END IF;
    PERFORM pg_advisory_xact_lock_shared(hashtextextended('ledger.period_lock ' || c.company_id::text, 0))
    FROM (SELECT DISTINCT company_id FROM added) c;
    SELECT e.id, e.date, p.until, e.date <= p.until AS locked INTO wrong
    FROM added e JOIN ledger.period_lock p ON p.company_id = e.company_id
    WHERE e.date <= p.until
       OR e.fiscal_year <> date_part('year', e.date) - (to_char(e.date, 'MM-DD') < p.year_start)::integer LIMIT 1;
    IF FOUND AND wrong.locked THEN
        RAISE EXCEPTION 'entry % is dated %, in a locked period', wrong.id, wrong.date
            USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_entry_open_period', DETAIL = wrong.until::text;
    ELSIF FOUND THEN
        RAISE EXCEPTION 'entry % is in a fiscal year that begins on another day now', wrong.id
            USING ERRCODE = 'serialization_failure';
    END IF;
    RETURN NULL;
END
$$;
