-- Lines and taxes add up to the document, in its currency and in that of the company. No document is without lines.
SELECT s.company_id, s.kind || ' ' || s.number AS subject,
       'net ' || coalesce(sum(l.net), 0) || ', tax ' || coalesce(sum(l.tax), 0) || ', total ' || coalesce(sum(l.total), 0)
           || ', in company currency ' || coalesce(sum(l.net_base) + sum(l.tax_base), 0)
           || CASE WHEN count(l.id) = 0 THEN ', at least one line' ELSE '' END AS expected,
       'net ' || s.subtotal || ', tax ' || s.tax_total || ', total ' || s.total || ', in company currency '
           || s.total_base || CASE WHEN count(l.id) = 0 THEN ', no line' ELSE '' END AS found
FROM sales.sale s
LEFT JOIN sales.line l ON l.company_id = s.company_id AND l.sale_id = s.id
GROUP BY s.company_id, s.id
HAVING count(l.id) = 0 OR sum(l.total) <> s.total OR sum(l.net) <> s.subtotal OR sum(l.tax) <> s.tax_total
    OR s.subtotal + s.tax_total <> s.total OR sum(l.net_base) + sum(l.tax_base) <> s.total_base
    OR s.subtotal <> (SELECT coalesce(sum((t ->> 'net')::bigint), 0) FROM jsonb_array_elements(s.taxes) t);
