-- A converted quote and its sale name each other, and the sale holds what was taken over.
SELECT q.company_id, 'quote ' || q.number AS subject,
       'a sale of this quote with the quantities that were taken over' AS expected,
       coalesce(s.kind || ' ' || s.number, 'no such sale') AS found
FROM sales.quote q
LEFT JOIN sales.sale s ON s.company_id = q.company_id AND s.id = q.sale_id
WHERE q.status = 'converted'
  AND (s.quote_id IS DISTINCT FROM q.id
       OR (SELECT sum(l.quantity_converted) FROM sales.quote_line l WHERE l.company_id = q.company_id AND l.quote_id = q.id)
          <> (SELECT sum(l.quantity) FROM sales.line l WHERE l.company_id = q.company_id AND l.sale_id = s.id))
UNION ALL
SELECT s.company_id, s.kind || ' ' || s.number, 'its quote, converted', coalesce(q.number || ', ' || q.status, 'no such quote')
FROM sales.sale s
LEFT JOIN sales.quote q ON q.company_id = s.company_id AND q.id = s.quote_id
WHERE s.quote_id IS NOT NULL AND q.sale_id IS DISTINCT FROM s.id;
