-- What is due on a day is the sum of its sales with a balance.
WITH expected AS (
    SELECT s.company_id, g.grain, CASE g.grain WHEN 'm' THEN date_trunc('month', s.due_date)::date ELSE s.due_date END AS date,
           s.business_unit_id::text AS a, count(*) AS documents, sum(s.subtotal_base) AS sum1, sum(s.tax_base) AS sum2,
           sum(s.paid_base) AS sum3, sum(s.total_base - s.credited_base - s.paid_base + s.refunded_base) AS sum4,
           sum(s.total_base) AS total
    FROM sales.sale s, (VALUES ('d'), ('m')) AS g (grain)
    WHERE s.balance > 0 AND s.due_date IS NOT NULL GROUP BY 1, 2, 3, 4
)
SELECT coalesce(e.company_id, f.company_id) AS company_id,
       'due ' || coalesce(e.grain, f.grain) || ' ' || coalesce(e.date, f.date) || ', business unit ' || coalesce(e.a, f.a) AS subject,
       concat_ws(' ', coalesce(e.documents, 0), 'for', coalesce(e.total, 0), 'balance', coalesce(e.sum4, 0)) AS expected,
       concat_ws(' ', coalesce(f.documents, 0), 'for', coalesce(f.sum1 + f.sum2, 0), 'balance', coalesce(f.sum4, 0)) AS found
FROM expected e
FULL JOIN (SELECT * FROM sales.list_tally WHERE list = 'due') f
       ON f.company_id = e.company_id AND f.grain = e.grain AND f.date = e.date AND f.a = e.a
WHERE coalesce(e.documents, 0) <> coalesce(f.documents, 0) OR coalesce(e.sum1, 0) <> coalesce(f.sum1, 0)
   OR coalesce(e.sum2, 0) <> coalesce(f.sum2, 0) OR coalesce(e.sum3, 0) <> coalesce(f.sum3, 0)
   OR coalesce(e.sum4, 0) <> coalesce(f.sum4, 0) OR coalesce(e.total, 0) <> coalesce(f.sum1 + f.sum2, 0);
