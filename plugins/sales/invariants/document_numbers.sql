-- The numbers of the documents of a series have no gap.
-- A series is what stands before the digits at the end of the number.
SELECT company_id, kind || ' ' || series AS subject, max(n) - min(n) + 1 || ' documents, ' || min(n) || ' to ' || max(n) AS expected,
       count(*) || ' documents' AS found
FROM (SELECT company_id, kind, regexp_replace(number, '[0-9]+$', '') AS series,
             substring(number FROM '[0-9]+$')::bigint AS n FROM sales.sale
      UNION ALL
      SELECT company_id, 'credit note', regexp_replace(number, '[0-9]+$', ''), substring(number FROM '[0-9]+$')::bigint
      FROM sales.credit_note
      UNION ALL
      SELECT company_id, 'delivery', regexp_replace(number, '[0-9]+$', ''), substring(number FROM '[0-9]+$')::bigint
      FROM sales.delivery) d
GROUP BY company_id, kind, series HAVING count(*) <> max(n) - min(n) + 1;
