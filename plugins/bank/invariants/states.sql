-- Only matched lines have matches, recorded ones a movement that stands, only ignored ones a reason, which is not needed.
SELECT l.company_id, 'bank line ' || l.id AS subject, 'a line that is ' || l.status AS expected,
       coalesce(m.matches, 0) || ' matches, movement ' || coalesce(l.transaction_id, 'none') AS found
FROM bank.line l
LEFT JOIN (SELECT company_id, line_id, count(*) AS matches FROM bank.match GROUP BY company_id, line_id) m
       ON m.company_id = l.company_id AND m.line_id = l.id
WHERE (l.status = 'matched') <> (coalesce(m.matches, 0) > 0)
   OR (l.status = 'recorded') <> (l.transaction_id IS NOT NULL)
   OR (l.status <> 'ignored' AND l.ignored_reason IS NOT NULL);
