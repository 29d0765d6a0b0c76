-- svc: phase=expand
-- The summary of years adds up years and quarters, and that of a part of a month fives of days besides tens: grains y and q of
-- the sums, and grain f, from the 1st, the 6th, the 11th and so on to the 26th, the last one up to the end of the month.
ALTER TABLE timesheets.entry_tally DROP CONSTRAINT timesheets_entry_tally_grain_check;
ALTER TABLE timesheets.entry_tally ADD CONSTRAINT timesheets_entry_tally_grain_check CHECK (grain IN ('d', 'f', 't', 'm', 'q', 'y'));

-- The first day of the year, quarter, month, ten, five or day that a sum of this grain has for a day.
CREATE FUNCTION timesheets.start_of(grain text, of date) RETURNS date LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE grain
    WHEN 'y' THEN make_date(extract(year FROM of)::int, 1, 1)
    WHEN 'q' THEN make_date(extract(year FROM of)::int, (extract(month FROM of)::int - 1) / 3 * 3 + 1, 1)
    WHEN 'm' THEN of - extract(day FROM of)::int + 1
    WHEN 't' THEN of - extract(day FROM of)::int + 1 + least((extract(day FROM of)::int - 1) / 10, 2) * 10
    WHEN 'f' THEN of - extract(day FROM of)::int + 1 + least((extract(day FROM of)::int - 1) / 5, 5) * 5
    ELSE of END;

-- What entries add to the sums; the rows of the sums are locked in the order of their key.
CREATE OR REPLACE FUNCTION timesheets.tally_new_entries() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog AS $$
BEGIN
    INSERT INTO timesheets.entry_tally AS t (company_id, grain, date, partner_id, currency, entries, minutes,
                                             billable_minutes, unbilled_minutes, unbilled_amount)
        SELECT e.company_id, g.grain, timesheets.start_of(g.grain, e.date),
               coalesce(e.partner_id, '00000000-0000-0000-0000-000000000000'), e.currency, count(*), sum(e.minutes),
               coalesce(sum(e.minutes) FILTER (WHERE e.billable), 0),
               coalesce(sum(e.minutes) FILTER (WHERE e.billable AND NOT e.billed), 0),
               coalesce(sum(e.amount) FILTER (WHERE e.billable AND NOT e.billed), 0)
          FROM added e, unnest(ARRAY['d', 'f', 't', 'm', 'q', 'y']) AS g (grain) GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5
        ON CONFLICT ON CONSTRAINT timesheets_entry_tally_pkey DO UPDATE
        SET entries = t.entries + excluded.entries, minutes = t.minutes + excluded.minutes,
            billable_minutes = t.billable_minutes + excluded.billable_minutes,
            unbilled_minutes = t.unbilled_minutes + excluded.unbilled_minutes,
            unbilled_amount = t.unbilled_amount + excluded.unbilled_amount;
    RETURN NULL;
END
$$;
CREATE OR REPLACE FUNCTION timesheets.tally_changed_entries() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog AS $$
BEGIN
    INSERT INTO timesheets.entry_tally AS t (company_id, grain, date, partner_id, currency, entries, minutes,
                                             billable_minutes, unbilled_minutes, unbilled_amount)
        SELECT e.company_id, g.grain, timesheets.start_of(g.grain, e.date),
               coalesce(e.partner_id, '00000000-0000-0000-0000-000000000000'), e.currency, sum(e.n), sum(e.n * e.minutes),
               coalesce(sum(e.n * e.minutes) FILTER (WHERE e.billable), 0),
               coalesce(sum(e.n * e.minutes) FILTER (WHERE e.billable AND NOT e.billed), 0),
               coalesce(sum(e.n * e.amount) FILTER (WHERE e.billable AND NOT e.billed), 0)
          FROM (SELECT 1 AS n, company_id, date, partner_id, currency, minutes, billable, billed, amount FROM after_it
                UNION ALL
                SELECT -1, company_id, date, partner_id, currency, minutes, billable, billed, amount FROM before_it) e,
               unnest(ARRAY['d', 'f', 't', 'm', 'q', 'y']) AS g (grain) GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5
        ON CONFLICT ON CONSTRAINT timesheets_entry_tally_pkey DO UPDATE
        SET entries = t.entries + excluded.entries, minutes = t.minutes + excluded.minutes,
            billable_minutes = t.billable_minutes + excluded.billable_minutes,
            unbilled_minutes = t.unbilled_minutes + excluded.unbilled_minutes,
            unbilled_amount = t.unbilled_amount + excluded.unbilled_amount;
    RETURN NULL;
END
$$;
CREATE OR REPLACE FUNCTION timesheets.tally_gone_entries() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog AS $$
BEGIN
    UPDATE timesheets.entry_tally t
       SET entries = t.entries - e.entries, minutes = t.minutes - e.minutes,
           billable_minutes = t.billable_minutes - e.billable_minutes,
           unbilled_minutes = t.unbilled_minutes - e.unbilled_minutes,
           unbilled_amount = t.unbilled_amount - e.unbilled_amount
      FROM (SELECT company_id, g.grain, timesheets.start_of(g.grain, date) AS date,
                   coalesce(partner_id, '00000000-0000-0000-0000-000000000000') AS partner_id, currency,
                   count(*) AS entries, sum(minutes) AS minutes,
                   coalesce(sum(minutes) FILTER (WHERE billable), 0) AS billable_minutes,
                   coalesce(sum(minutes) FILTER (WHERE billable AND NOT billed), 0) AS unbilled_minutes,
                   coalesce(sum(amount) FILTER (WHERE billable AND NOT billed), 0) AS unbilled_amount
              FROM gone, unnest(ARRAY['d', 'f', 't', 'm', 'q', 'y']) AS g (grain) GROUP BY 1, 2, 3, 4, 5) e
     WHERE t.company_id = e.company_id AND t.grain = e.grain AND t.date = e.date AND t.partner_id = e.partner_id
       AND t.currency = e.currency;
    RETURN NULL;
END
$$;
