-- What a matched line is matched with adds up to the line.
SELECT l.company_id, 'bank line ' || l.id AS subject, l.amount::text AS expected, coalesce(m.amount, 0)::text AS found
FROM bank.line l
LEFT JOIN (SELECT company_id, line_id, sum(amount) AS amount FROM bank.match GROUP BY company_id, line_id) m
       ON m.company_id = l.company_id AND m.line_id = l.id
WHERE l.status = 'matched' AND coalesce(m.amount, 0) <> l.amount;
