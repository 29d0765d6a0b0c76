-- The counts of lines per month are those of the lines.
SELECT coalesce(m.company_id, l.company_id) AS company_id, 'lines of the month ' || coalesce(m.booked_at, l.booked_at) AS subject,
       coalesce(l.lines, 0)::text AS expected, coalesce(m.lines, 0)::text AS found
FROM bank.line_month m
FULL JOIN (SELECT company_id, date_trunc('month', booked_at)::date AS booked_at, wallet_id, status, count(*) AS lines
           FROM bank.line GROUP BY 1, 2, 3, 4) l
       ON l.company_id = m.company_id AND l.booked_at = m.booked_at AND l.wallet_id = m.wallet_id AND l.status = m.status
WHERE coalesce(m.lines, 0) <> coalesce(l.lines, 0);
