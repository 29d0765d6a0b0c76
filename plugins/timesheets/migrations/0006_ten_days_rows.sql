-- svc: phase=expand
-- svc: foreach-company
-- Sums up by tens of days the entries that were there before.
LOCK TABLE timesheets.entry IN SHARE ROW EXCLUSIVE MODE;
DELETE FROM timesheets.entry_tally WHERE grain = 't';
INSERT INTO timesheets.entry_tally (company_id, grain, date, partner_id, currency, entries, minutes, billable_minutes,
                                    unbilled_minutes, unbilled_amount)
SELECT e.company_id, 't', date_trunc('month', e.date)::date + least((extract(day FROM e.date)::int - 1) / 10, 2) * 10,
       coalesce(e.partner_id, '00000000-0000-0000-0000-000000000000'), e.currency, count(*), sum(e.minutes),
       coalesce(sum(e.minutes) FILTER (WHERE e.billable), 0),
       coalesce(sum(e.minutes) FILTER (WHERE e.billable AND NOT e.billed), 0),
       coalesce(sum(e.amount) FILTER (WHERE e.billable AND NOT e.billed), 0)
FROM timesheets.entry e
WHERE e.company_id = (SELECT current_setting('svc.company')::uuid)
GROUP BY 1, 3, 4, 5;
