-- What a line has received is the sum of its receipts, and the receipt status of a purchase is that of its lines.
SELECT l.company_id, 'purchase ' || p.number || ', line ' || l.position + 1 AS subject,
       coalesce(r.quantity, 0)::text AS expected, l.quantity_received || ', ' || p.receipt_status AS found
FROM purchases.line l
JOIN purchases.purchase p ON p.company_id = l.company_id AND p.id = l.purchase_id
LEFT JOIN (SELECT company_id, line_id, sum(quantity) AS quantity FROM purchases.receipt_line
           GROUP BY company_id, line_id) r ON r.company_id = l.company_id AND r.line_id = l.id
WHERE l.quantity_received <> coalesce(r.quantity, 0)
   OR (p.receipt_status = 'pending' AND l.quantity_received <> 0)
   OR (p.receipt_status = 'received' AND l.quantity_received <> l.quantity);
