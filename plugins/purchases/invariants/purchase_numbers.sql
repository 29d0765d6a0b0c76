-- The numbers of purchases and of receipts have no gap.
SELECT company_id, kind || ' ' || series AS subject, max(n) - min(n) + 1 || ' documents, ' || min(n) || ' to ' || max(n) AS expected,
       count(*) || ' documents' AS found
FROM (SELECT company_id, 'purchase' AS kind, regexp_replace(number, '[0-9]+$', '') AS series,
             substring(number FROM '[0-9]+$')::bigint AS n FROM purchases.purchase
      UNION ALL
      SELECT company_id, 'receipt', regexp_replace(number, '[0-9]+$', ''), substring(number FROM '[0-9]+$')::bigint
      FROM purchases.receipt) d
GROUP BY company_id, kind, series HAVING count(*) <> max(n) - min(n) + 1;
