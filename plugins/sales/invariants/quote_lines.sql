-- Lines and taxes of a quote add up to it. No quote is without lines.
SELECT q.company_id, 'quote ' || q.number AS subject,
       'net ' || coalesce(sum(l.net), 0) || ', tax ' || coalesce(sum(l.tax), 0) || ', total ' || coalesce(sum(l.total), 0)
           || CASE WHEN count(l.id) = 0 THEN ', at least one line' ELSE '' END AS expected,
       'net ' || q.subtotal || ', tax ' || q.tax_total || ', total ' || q.total
           || CASE WHEN count(l.id) = 0 THEN ', no line' ELSE '' END AS found
FROM sales.quote q
LEFT JOIN sales.quote_line l ON l.company_id = q.company_id AND l.quote_id = q.id
GROUP BY q.company_id, q.id
HAVING count(l.id) = 0 OR coalesce(sum(l.total), 0) <> q.total OR coalesce(sum(l.net), 0) <> q.subtotal
    OR coalesce(sum(l.tax), 0) <> q.tax_total OR q.subtotal + q.tax_total <> q.total
    OR q.subtotal <> (SELECT coalesce(sum((t ->> 'net')::bigint), 0) FROM jsonb_array_elements(q.taxes) t);
