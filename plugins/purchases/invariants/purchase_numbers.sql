-- The numbers of purchases and of receipts have no gap.
-- A series is what stands before the digits at the end of the number, in a year. A pattern that is changed goes on
-- counting, so a number that is missing may stand behind another beginning in the same year; one without a year goes on
-- counting in the next.
WITH document AS (
    SELECT company_id, 'purchase' AS kind, number, date FROM purchases.purchase
    UNION ALL SELECT company_id, 'receipt', number, date FROM purchases.receipt
), numbered AS (
    SELECT company_id, kind, extract(year FROM date) AS year, regexp_replace(number, '[0-9]+$', '') AS series,
           substring(number FROM '[0-9]+$')::bigint AS n FROM document
), gapped AS (
    SELECT company_id, kind, series, year, min(n) AS first, max(n) AS last
    FROM numbered GROUP BY company_id, kind, series, year HAVING count(*) <> max(n) - min(n) + 1
)
SELECT g.company_id, g.kind || ' ' || g.series AS subject, 'number ' || missing AS expected, 'none' AS found
FROM gapped g CROSS JOIN generate_series(g.first, g.last) missing
WHERE NOT EXISTS (SELECT FROM numbered o WHERE o.company_id = g.company_id AND o.kind = g.kind AND o.n = missing
                  AND (o.year = g.year OR o.series = g.series));
