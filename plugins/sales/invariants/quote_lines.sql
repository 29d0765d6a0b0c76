-- Lines and taxes of a quote add up to it.
SELECT q.company_id, 'quote ' || q.number AS subject,
       'net ' || coalesce(sum(l.net), 0) || ', tax ' || coalesce(sum(l.tax), 0) || ', total ' || coalesce(sum(l.total), 0)
           AS expected,
       'net ' || q.subtotal || ', tax ' || q.tax_total || ', total ' || q.total AS found
FROM sales.quote q
LEFT JOIN sales.quote_line l ON l.company_id = q.company_id AND l.quote_id = q.id
GROUP BY q.company_id, q.id
HAVING coalesce(sum(l.total), 0) <> q.total OR coalesce(sum(l.net), 0) <> q.subtotal
    OR coalesce(sum(l.tax), 0) <> q.tax_total OR q.subtotal + q.tax_total <> q.total
    OR q.subtotal <> (SELECT coalesce(sum((t ->> 'net')::bigint), 0) FROM jsonb_array_elements(q.taxes) t);
