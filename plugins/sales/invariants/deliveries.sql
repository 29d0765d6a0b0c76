-- No line is delivered, returned or refunded more than was sold, and what deliveries say was handed over is counted.
SELECT l.company_id, 'line ' || l.id AS subject, 'at most ' || l.quantity AS expected,
       'delivered ' || l.quantity_delivered || ' (notes: ' || coalesce(d.quantity, 0) || '), returned '
           || l.quantity_returned || ', cancelled ' || l.quantity_cancelled || ', refunded ' || l.quantity_refunded AS found
FROM sales.line l
LEFT JOIN (SELECT company_id, line_id, sum(quantity) AS quantity FROM sales.delivery_line GROUP BY company_id, line_id) d
       ON d.company_id = l.company_id AND d.line_id = l.id
WHERE l.quantity > 0
  AND (l.quantity_delivered + l.quantity_cancelled > l.quantity OR l.quantity_returned > l.quantity_delivered
       OR l.quantity_refunded > l.quantity OR coalesce(d.quantity, 0) > l.quantity_delivered);
