-- svc: phase=expand
-- The summary adds up sums of days and months, not entries: it costs the same for any number of them.
--
-- Kept by the statements that write entries. Grain d sums a day and m a month, whose first day is its date; partner_id
-- is zero for entries without partner. A sum of no entries stays and says nothing.
CREATE TABLE timesheets.entry_tally (
    company_id uuid NOT NULL,
    grain text COLLATE "C" NOT NULL,
    date date NOT NULL,
    partner_id uuid NOT NULL,
    currency text COLLATE "C" NOT NULL,
    entries bigint NOT NULL,
    minutes bigint NOT NULL,
    billable_minutes bigint NOT NULL,
    unbilled_minutes bigint NOT NULL,
    unbilled_amount bigint NOT NULL,
    -- The summary; filters `from` and `to`.
    CONSTRAINT timesheets_entry_tally_pkey PRIMARY KEY (company_id, grain, date, partner_id, currency),
    CONSTRAINT timesheets_entry_tally_grain_check CHECK (grain IN ('d', 'm'))
) WITH (fillfactor = 50);
COMMENT ON TABLE timesheets.entry_tally IS 'Hours per day or month, partner and currency. Bound policy.';
-- The summary with filter `partnerId`.
CREATE INDEX timesheets_entry_tally_partner_idx ON timesheets.entry_tally (company_id, grain, partner_id, date);
ALTER TABLE timesheets.entry_tally ENABLE ROW LEVEL SECURITY;
ALTER TABLE timesheets.entry_tally FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON timesheets.entry_tally
    USING (company_id = (SELECT current_setting('svc.company')::uuid))
    WITH CHECK (company_id = (SELECT current_setting('svc.company')::uuid));

-- What entries add to the sums; the rows of the sums are locked in the order of their key.
CREATE FUNCTION timesheets.tally_new_entries() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog AS $$
BEGIN
    INSERT INTO timesheets.entry_tally AS t (company_id, grain, date, partner_id, currency, entries, minutes,
                                             billable_minutes, unbilled_minutes, unbilled_amount)
        SELECT e.company_id, g.grain, CASE g.grain WHEN 'm' THEN date_trunc('month', e.date)::date ELSE e.date END,
               coalesce(e.partner_id, '00000000-0000-0000-0000-000000000000'), e.currency, count(*), sum(e.minutes),
               coalesce(sum(e.minutes) FILTER (WHERE e.billable), 0),
               coalesce(sum(e.minutes) FILTER (WHERE e.billable AND NOT e.billed), 0),
               coalesce(sum(e.amount) FILTER (WHERE e.billable AND NOT e.billed), 0)
          FROM added e, (VALUES ('d'), ('m')) AS g (grain) GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5
        ON CONFLICT ON CONSTRAINT timesheets_entry_tally_pkey DO UPDATE
        SET entries = t.entries + excluded.entries, minutes = t.minutes + excluded.minutes,
            billable_minutes = t.billable_minutes + excluded.billable_minutes,
            unbilled_minutes = t.unbilled_minutes + excluded.unbilled_minutes,
            unbilled_amount = t.unbilled_amount + excluded.unbilled_amount;
    RETURN NULL;
END
$$;
CREATE FUNCTION timesheets.tally_changed_entries() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog AS $$
BEGIN
    INSERT INTO timesheets.entry_tally AS t (company_id, grain, date, partner_id, currency, entries, minutes,
                                             billable_minutes, unbilled_minutes, unbilled_amount)
        SELECT e.company_id, g.grain, CASE g.grain WHEN 'm' THEN date_trunc('month', e.date)::date ELSE e.date END,
               coalesce(e.partner_id, '00000000-0000-0000-0000-000000000000'), e.currency, sum(e.n), sum(e.n * e.minutes),
               coalesce(sum(e.n * e.minutes) FILTER (WHERE e.billable), 0),
               coalesce(sum(e.n * e.minutes) FILTER (WHERE e.billable AND NOT e.billed), 0),
               coalesce(sum(e.n * e.amount) FILTER (WHERE e.billable AND NOT e.billed), 0)
          FROM (SELECT 1 AS n, company_id, date, partner_id, currency, minutes, billable, billed, amount FROM after_it
                UNION ALL
                SELECT -1, company_id, date, partner_id, currency, minutes, billable, billed, amount FROM before_it) e,
               (VALUES ('d'), ('m')) AS g (grain) GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5
        ON CONFLICT ON CONSTRAINT timesheets_entry_tally_pkey DO UPDATE
        SET entries = t.entries + excluded.entries, minutes = t.minutes + excluded.minutes,
            billable_minutes = t.billable_minutes + excluded.billable_minutes,
            unbilled_minutes = t.unbilled_minutes + excluded.unbilled_minutes,
            unbilled_amount = t.unbilled_amount + excluded.unbilled_amount;
    RETURN NULL;
END
$$;
CREATE FUNCTION timesheets.tally_gone_entries() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog AS $$
BEGIN
    UPDATE timesheets.entry_tally t
       SET entries = t.entries - e.entries, minutes = t.minutes - e.minutes,
           billable_minutes = t.billable_minutes - e.billable_minutes,
           unbilled_minutes = t.unbilled_minutes - e.unbilled_minutes,
           unbilled_amount = t.unbilled_amount - e.unbilled_amount
      FROM (SELECT company_id, g.grain, CASE g.grain WHEN 'm' THEN date_trunc('month', date)::date ELSE date END AS date,
                   coalesce(partner_id, '00000000-0000-0000-0000-000000000000') AS partner_id, currency,
                   count(*) AS entries, sum(minutes) AS minutes,
                   coalesce(sum(minutes) FILTER (WHERE billable), 0) AS billable_minutes,
                   coalesce(sum(minutes) FILTER (WHERE billable AND NOT billed), 0) AS unbilled_minutes,
                   coalesce(sum(amount) FILTER (WHERE billable AND NOT billed), 0) AS unbilled_amount
              FROM gone, (VALUES ('d'), ('m')) AS g (grain) GROUP BY 1, 2, 3, 4, 5) e
     WHERE t.company_id = e.company_id AND t.grain = e.grain AND t.date = e.date AND t.partner_id = e.partner_id
       AND t.currency = e.currency;
    RETURN NULL;
END
$$;
CREATE TRIGGER tally_new_entries AFTER INSERT ON timesheets.entry REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION timesheets.tally_new_entries();
CREATE TRIGGER tally_changed_entries AFTER UPDATE ON timesheets.entry
    REFERENCING OLD TABLE AS before_it NEW TABLE AS after_it
    FOR EACH STATEMENT EXECUTE FUNCTION timesheets.tally_changed_entries();
CREATE TRIGGER tally_gone_entries AFTER DELETE ON timesheets.entry REFERENCING OLD TABLE AS gone
    FOR EACH STATEMENT EXECUTE FUNCTION timesheets.tally_gone_entries();

-- Served the summary alone.
DROP INDEX timesheets.entry_summary_index;
