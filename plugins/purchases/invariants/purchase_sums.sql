-- The amounts of a purchase are the sums of its lines, in its own currency and in that of the company.
SELECT p.company_id, 'purchase ' || p.number AS subject,
       l.net || ' + ' || l.tax || ' (' || l.net_base || ' + ' || l.tax_base || ')' AS expected,
       p.subtotal || ' + ' || p.tax_total || ' = ' || p.total || ' (' || p.subtotal_base || ' + ' || p.tax_base || ' = '
           || p.total_base || ')' AS found
FROM purchases.purchase p
JOIN (SELECT company_id, purchase_id, sum(net) AS net, sum(tax) AS tax, sum(net_base) AS net_base, sum(tax_base) AS tax_base
      FROM purchases.line GROUP BY company_id, purchase_id) l ON l.company_id = p.company_id AND l.purchase_id = p.id
WHERE p.subtotal <> l.net OR p.tax_total <> l.tax OR p.total <> l.net + l.tax OR p.subtotal_base <> l.net_base
   OR p.tax_base <> l.tax_base OR p.total_base <> l.net_base + l.tax_base;
