-- Lines and taxes add up to the document, in its currency and in that of the company.
SELECT s.company_id, s.kind || ' ' || s.number AS subject,
       'net ' || sum(l.net) || ', tax ' || sum(l.tax) || ', total ' || sum(l.total) || ', in company currency '
           || sum(l.net_base) + sum(l.tax_base) AS expected,
       'net ' || s.subtotal || ', tax ' || s.tax_total || ', total ' || s.total || ', in company currency '
           || s.total_base AS found
FROM sales.sale s
JOIN sales.line l ON l.company_id = s.company_id AND l.sale_id = s.id
GROUP BY s.company_id, s.id
HAVING sum(l.total) <> s.total OR sum(l.net) <> s.subtotal OR sum(l.tax) <> s.tax_total
    OR s.subtotal + s.tax_total <> s.total OR sum(l.net_base) + sum(l.tax_base) <> s.total_base
    OR s.subtotal <> (SELECT sum((t ->> 'net')::bigint) FROM jsonb_array_elements(s.taxes) t);
