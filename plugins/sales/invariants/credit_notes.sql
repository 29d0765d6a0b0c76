-- The credit notes of a sale and what is credited of its lines add up to what is credited of the sale.
SELECT s.company_id, s.kind || ' ' || s.number AS subject,
       'credited ' || s.credited || ', in company currency ' || s.credited_base AS expected,
       'notes ' || coalesce(n.total, 0) || ', in company currency ' || coalesce(n.base, 0) || '; lines ' || l.total
           || ', in company currency ' || l.base AS found
FROM sales.sale s
JOIN (SELECT company_id, sale_id, sum(credited) AS total, sum(credited_net_base + credited_tax_base) AS base
      FROM sales.line GROUP BY company_id, sale_id) l ON l.company_id = s.company_id AND l.sale_id = s.id
LEFT JOIN (SELECT company_id, sale_id, sum(total) AS total, sum(total_base) AS base FROM sales.credit_note
           GROUP BY company_id, sale_id) n ON n.company_id = s.company_id AND n.sale_id = s.id
WHERE (s.credited, s.credited_base) <> (coalesce(n.total, 0), coalesce(n.base, 0))
   OR (s.credited, s.credited_base) <> (l.total, l.base);
