-- svc: phase=expand
-- svc: foreach-company
-- Sums up the entries that were there before by all grains.
LOCK TABLE timesheets.entry IN SHARE ROW EXCLUSIVE MODE;
DELETE FROM timesheets.entry_tally;
INSERT INTO timesheets.entry_tally (company_id, grain, date, partner_id, currency, entries, minutes, billable_minutes,
                                    unbilled_minutes, unbilled_amount)
SELECT e.company_id, g.grain, timesheets.start_of(g.grain, e.date), coalesce(e.partner_id, '00000000-0000-0000-0000-000000000000'),
       e.currency, count(*), sum(e.minutes),
       coalesce(sum(e.minutes) FILTER (WHERE e.billable), 0),
       coalesce(sum(e.minutes) FILTER (WHERE e.billable AND NOT e.billed), 0),
       coalesce(sum(e.amount) FILTER (WHERE e.billable AND NOT e.billed), 0)
FROM timesheets.entry e, unnest(ARRAY['d', 'f', 't', 'm', 'q', 'y']) AS g (grain)
WHERE e.company_id = (SELECT current_setting('svc.company')::uuid)
GROUP BY 1, 2, 3, 4, 5;
