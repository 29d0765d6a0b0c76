-- A recurring sale counts the sales that it has made.
SELECT r.company_id, 'recurring sale ' || r.id AS subject, count(s.id)::text AS expected, r.count::text AS found
FROM sales.recurring r
LEFT JOIN sales.sale s ON s.company_id = r.company_id AND s.recurring_id = r.id
GROUP BY r.company_id, r.id, r.count HAVING count(s.id) <> r.count;
