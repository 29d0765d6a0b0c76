-- The amounts of a purchase are the sums of its lines, in its own currency and in that of the company. No purchase is
-- without lines.
SELECT p.company_id, 'purchase ' || p.number AS subject,
       coalesce(l.net || ' + ' || l.tax || ' (' || l.net_base || ' + ' || l.tax_base || ')', 'at least one line') AS expected,
       p.subtotal || ' + ' || p.tax_total || ' = ' || p.total || ' (' || p.subtotal_base || ' + ' || p.tax_base || ' = '
           || p.total_base || ')' || CASE WHEN l.net IS NULL THEN ', no line' ELSE '' END AS found
FROM purchases.purchase p
LEFT JOIN (SELECT company_id, purchase_id, sum(net) AS net, sum(tax) AS tax, sum(net_base) AS net_base, sum(tax_base) AS tax_base
           FROM purchases.line GROUP BY company_id, purchase_id) l ON l.company_id = p.company_id AND l.purchase_id = p.id
WHERE l.net IS NULL OR p.subtotal <> l.net OR p.tax_total <> l.tax OR p.total <> l.net + l.tax OR p.subtotal_base <> l.net_base
   OR p.tax_base <> l.tax_base OR p.total_base <> l.net_base + l.tax_base;
