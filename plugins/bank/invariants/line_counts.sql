-- The counts of lines per day are those of the lines.
SELECT coalesce(d.company_id, l.company_id) AS company_id, 'lines of ' || coalesce(d.booked_at, l.booked_at) AS subject,
       coalesce(l.lines, 0)::text AS expected, coalesce(d.lines, 0)::text AS found
FROM bank.line_day d
FULL JOIN (SELECT company_id, booked_at, wallet_id, status, count(*) AS lines FROM bank.line GROUP BY 1, 2, 3, 4) l
       ON l.company_id = d.company_id AND l.booked_at = d.booked_at AND l.wallet_id = d.wallet_id AND l.status = d.status
WHERE coalesce(d.lines, 0) <> coalesce(l.lines, 0);
