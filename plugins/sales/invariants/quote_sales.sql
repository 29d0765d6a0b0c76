-- A quote that was converted, at once or in parts, and its sales name each other, and these hold what was taken over.
SELECT q.company_id, 'quote ' || q.number AS subject,
       'sales of this quote with the quantities that were taken over' AS expected,
       coalesce(s.kind || ' ' || s.number || ' of ' || q.status, 'no such sale') AS found
FROM sales.quote q
LEFT JOIN sales.sale s ON s.company_id = q.company_id AND s.id = q.sale_id
LEFT JOIN LATERAL (SELECT sum(l.quantity_converted) AS taken, bool_or(l.quantity_converted <> l.quantity) AS remains
                   FROM sales.quote_line l WHERE l.company_id = q.company_id AND l.quote_id = q.id) own ON true
LEFT JOIN (SELECT s.company_id, s.quote_id, sum(l.quantity) AS sold
           FROM sales.sale s JOIN sales.line l ON l.company_id = s.company_id AND l.sale_id = s.id
           WHERE s.quote_id IS NOT NULL GROUP BY s.company_id, s.quote_id) made
       ON made.company_id = q.company_id AND made.quote_id = q.id
WHERE q.status IN ('partially_converted', 'converted')
  AND (s.quote_id IS DISTINCT FROM q.id OR own.taken IS DISTINCT FROM made.sold
       OR (q.status = 'partially_converted' AND NOT own.remains))
UNION ALL
SELECT s.company_id, s.kind || ' ' || s.number, 'its quote, converted', coalesce(q.number || ', ' || q.status, 'no such quote')
FROM sales.sale s
LEFT JOIN sales.quote q ON q.company_id = s.company_id AND q.id = s.quote_id
WHERE s.quote_id IS NOT NULL AND coalesce(q.status NOT IN ('partially_converted', 'converted'), true);
