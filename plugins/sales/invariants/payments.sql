-- The payments of a sale add up to what is paid.
SELECT s.company_id, s.kind || ' ' || s.number AS subject,
       coalesce(sum(p.amount), 0) || ', in company currency ' || coalesce(sum(p.amount_base), 0) AS expected,
       s.paid || ', in company currency ' || s.paid_base AS found
FROM sales.sale s
LEFT JOIN sales.payment p ON p.company_id = s.company_id AND p.sale_id = s.id AND p.status = 'received'
GROUP BY s.company_id, s.id, s.kind, s.number, s.paid, s.paid_base
HAVING s.paid <> coalesce(sum(p.amount), 0)
    OR s.paid_base <> coalesce(sum(p.amount_base), 0);
