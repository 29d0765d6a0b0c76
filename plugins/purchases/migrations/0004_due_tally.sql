-- svc: phase=expand
-- svc: foreach-company
-- List `due` of purchases.list_tally: purchases with a balance by the day on which they are due; a business unit; sums
-- subtotal, tax, total, paid. Serves the filter overdue=true, alone or with businessUnitId.
INSERT INTO purchases.list_tally (company_id, list, grain, date, a, b, c, d, e, documents, sum1, sum2, sum3, sum4)
SELECT p.company_id, 'due', g.grain, CASE g.grain WHEN 'm' THEN date_trunc('month', p.due_date)::date ELSE p.due_date END,
       p.business_unit_id::text, '', '', '', '', count(*), sum(p.subtotal_base), sum(p.tax_base), sum(p.total_base),
       sum(p.paid_base)
FROM purchases.purchase p
CROSS JOIN (VALUES ('d'), ('m')) AS g (grain)
WHERE p.balance > 0 AND p.due_date IS NOT NULL
GROUP BY 1, 3, 4, 5;
