-- A stay that is over has its sale.
SELECT t.company_id, t.unit || ', ' || t.arrival || ' to ' || t.departure AS subject, 'a sale' AS expected,
       'no such sale' AS found
FROM stays.stay t
LEFT JOIN sales.v1_sales s ON s.company_id = t.company_id AND s.id = t.sale_id
WHERE t.status = 'checked_out' AND s.id IS NULL;
