-- The counts of lines that wait no more by status and amount are those of the lines, on each level.
SELECT coalesce(a.company_id, l.company_id) AS company_id,
       coalesce(a.status, l.status) || ' lines of amounts ' || coalesce(a.node, l.node) || ' of level ' || coalesce(a.level, l.level) AS subject,
       coalesce(l.lines, 0)::text AS expected, coalesce(a.lines, 0)::text AS found
FROM bank.amount_status_tally a
FULL JOIN (SELECT company_id, status, wallet_id, level::smallint AS level, amount >> (4 * level) AS node, count(*) AS lines
           FROM bank.line, generate_series(0, 8) AS level WHERE status <> 'unmatched' GROUP BY 1, 2, 3, 4, 5) l
       ON l.company_id = a.company_id AND l.status = a.status AND l.wallet_id = a.wallet_id AND l.level = a.level AND l.node = a.node
WHERE coalesce(a.lines, 0) <> coalesce(l.lines, 0);
