-- The sums of hours per day, five and ten days, month, quarter and year are those of the entries.
WITH expected AS (
    SELECT e.company_id, g.grain,
           CASE g.grain WHEN 'y' THEN date_trunc('year', e.date)::date WHEN 'q' THEN date_trunc('quarter', e.date)::date
                WHEN 'm' THEN date_trunc('month', e.date)::date
                WHEN 't' THEN date_trunc('month', e.date)::date + least((extract(day FROM e.date)::int - 1) / 10, 2) * 10
                WHEN 'f' THEN date_trunc('month', e.date)::date + least((extract(day FROM e.date)::int - 1) / 5, 5) * 5
                ELSE e.date END AS date,
           coalesce(e.partner_id, '00000000-0000-0000-0000-000000000000') AS partner_id, e.currency, count(*) AS entries,
           sum(e.minutes) AS minutes, coalesce(sum(e.minutes) FILTER (WHERE e.billable), 0) AS billable_minutes,
           coalesce(sum(e.minutes) FILTER (WHERE e.billable AND NOT e.billed), 0) AS unbilled_minutes,
           coalesce(sum(e.amount) FILTER (WHERE e.billable AND NOT e.billed), 0) AS unbilled_amount
    FROM timesheets.entry e, (VALUES ('d'), ('f'), ('t'), ('m'), ('q'), ('y')) AS g (grain) GROUP BY 1, 2, 3, 4, 5
), both_sides AS (
    SELECT coalesce(e.company_id, t.company_id) AS company_id, coalesce(e.grain, t.grain) AS grain,
           coalesce(e.date, t.date) AS date, coalesce(e.partner_id, t.partner_id) AS partner_id,
           concat_ws(', ', coalesce(e.entries, 0), coalesce(e.minutes, 0), coalesce(e.billable_minutes, 0),
                     coalesce(e.unbilled_minutes, 0), coalesce(e.unbilled_amount, 0)) AS expected,
           concat_ws(', ', coalesce(t.entries, 0), coalesce(t.minutes, 0), coalesce(t.billable_minutes, 0),
                     coalesce(t.unbilled_minutes, 0), coalesce(t.unbilled_amount, 0)) AS found
    FROM expected e
    FULL JOIN timesheets.entry_tally t ON t.company_id = e.company_id AND t.grain = e.grain AND t.date = e.date
          AND t.partner_id = e.partner_id AND t.currency = e.currency
)
SELECT company_id, 'hours ' || grain || ' ' || date || ' of ' || partner_id AS subject, expected, found
FROM both_sides WHERE expected <> found;
