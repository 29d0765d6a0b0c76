-- svc: phase=expand
-- svc: foreach-company
INSERT INTO sales.list_tally (company_id, list, grain, date, a, b, c, d, e, documents, sum1, sum2, sum3, sum4)
SELECT s.company_id, 'due', g.grain, CASE g.grain WHEN 'm' THEN date_trunc('month', s.due_date)::date ELSE s.due_date END,
       s.business_unit_id::text, '', '', '', '', count(*), sum(s.subtotal_base), sum(s.tax_base), sum(s.paid_base),
       sum(s.total_base - s.credited_base - s.paid_base + s.refunded_base)
FROM sales.sale s
CROSS JOIN (VALUES ('d'), ('m')) AS g (grain)
WHERE s.balance > 0 AND s.due_date IS NOT NULL AND s.status <> 'cancelled'
GROUP BY 1, 3, 4, 5;
