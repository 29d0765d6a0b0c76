-- svc: phase=expand
-- svc: foreach-company
-- A cancelled sale was credited in whole.
UPDATE sales.sale SET credited_base = total_base WHERE status = 'cancelled';

UPDATE sales.line l SET credited = l.total, credited_tax = l.tax, credited_net_base = l.net_base,
       credited_tax_base = l.tax_base, quantity_refunded = l.quantity,
       quantity_returned = CASE WHEN l.quantity > 0 THEN l.quantity_delivered ELSE 0 END,
       quantity_cancelled = CASE WHEN l.quantity > 0 THEN l.quantity - l.quantity_delivered ELSE 0 END
FROM sales.sale s WHERE s.company_id = l.company_id AND s.id = l.sale_id AND s.status = 'cancelled';
