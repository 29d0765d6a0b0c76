-- The counts and sums of the lists are those of their purchases and expenses; cancelled purchases are counted and left out of the sums.
WITH expected AS (
    SELECT p.company_id, 'purchase' AS list, g.grain,
           CASE g.grain WHEN 'm' THEN date_trunc('month', p.date)::date ELSE p.date END AS date,
           p.business_unit_id::text AS a, p.status AS b, p.receipt_status AS c, p.payment_status AS d, count(*) AS documents,
           coalesce(sum(p.subtotal_base) FILTER (WHERE p.status <> 'cancelled'), 0) AS sum1,
           coalesce(sum(p.tax_base) FILTER (WHERE p.status <> 'cancelled'), 0) AS sum2,
           coalesce(sum(p.total_base) FILTER (WHERE p.status <> 'cancelled'), 0) AS sum3,
           coalesce(sum(p.paid_base) FILTER (WHERE p.status <> 'cancelled'), 0) AS sum4
    FROM purchases.purchase p, (VALUES ('d'), ('m')) AS g (grain) GROUP BY 1, 2, 3, 4, 5, 6, 7, 8
    UNION ALL
    SELECT p.company_id, 'due', g.grain, CASE g.grain WHEN 'm' THEN date_trunc('month', p.due_date)::date ELSE p.due_date END,
           p.business_unit_id::text, '', '', '', count(*), sum(p.subtotal_base), sum(p.tax_base), sum(p.total_base),
           sum(p.paid_base)
    FROM purchases.purchase p, (VALUES ('d'), ('m')) AS g (grain)
    WHERE p.balance > 0 AND p.due_date IS NOT NULL GROUP BY 1, 3, 4, 5
    UNION ALL
    SELECT x.company_id, 'expense', g.grain, CASE g.grain WHEN 'm' THEN date_trunc('month', x.date)::date ELSE x.date END,
           x.category, x.wallet_id::text, '', '', count(*), 0, 0, 0, 0
    FROM purchases.expense x, (VALUES ('d'), ('m')) AS g (grain) GROUP BY 1, 2, 3, 4, 5, 6
)
SELECT coalesce(e.company_id, f.company_id) AS company_id,
       'list ' || coalesce(e.list, f.list) || ' ' || coalesce(e.grain, f.grain) || ' ' || coalesce(e.date, f.date) || ' '
           || concat_ws(' ', coalesce(e.a, f.a), coalesce(e.b, f.b), coalesce(e.c, f.c), coalesce(e.d, f.d)) AS subject,
       coalesce(e.documents, 0) || ' for ' || coalesce(e.sum3, 0) || ', paid ' || coalesce(e.sum4, 0) AS expected,
       coalesce(f.documents, 0) || ' for ' || coalesce(f.sum3, 0) || ', paid ' || coalesce(f.sum4, 0) AS found
FROM expected e
FULL JOIN purchases.list_tally f ON f.company_id = e.company_id AND f.list = e.list AND f.grain = e.grain AND f.date = e.date
                                AND f.a = e.a AND f.b = e.b AND f.c = e.c AND f.d = e.d
WHERE coalesce(e.documents, 0) <> coalesce(f.documents, 0) OR coalesce(e.sum1, 0) <> coalesce(f.sum1, 0)
   OR coalesce(e.sum2, 0) <> coalesce(f.sum2, 0) OR coalesce(e.sum3, 0) <> coalesce(f.sum3, 0)
   OR coalesce(e.sum4, 0) <> coalesce(f.sum4, 0);
