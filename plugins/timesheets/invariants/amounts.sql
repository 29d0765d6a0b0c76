-- An entry is worth its minutes at its rate.
SELECT company_id, 'time entry ' || id AS subject, round(minutes * hourly_rate / 60)::text AS expected, amount::text AS found
FROM timesheets.entry WHERE amount <> round(minutes * hourly_rate / 60);
