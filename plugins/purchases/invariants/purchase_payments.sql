-- What is paid on a purchase is the sum of its payments that are not voided, never above its total, and its status says so.
SELECT p.company_id, 'purchase ' || p.number AS subject,
       coalesce(y.amount, 0) || ' (' || coalesce(y.base, 0) || '), '
           || CASE WHEN p.status = 'cancelled' THEN 'unpaid' WHEN coalesce(y.amount, 0) = p.total THEN 'paid'
                   WHEN coalesce(y.amount, 0) > 0 THEN 'partially_paid' ELSE 'unpaid' END AS expected,
       p.paid || ' (' || p.paid_base || '), ' || p.payment_status AS found
FROM purchases.purchase p
LEFT JOIN (SELECT company_id, purchase_id, sum(amount) AS amount, sum(amount_base) AS base
           FROM purchases.payment WHERE status = 'paid' GROUP BY company_id, purchase_id) y
       ON y.company_id = p.company_id AND y.purchase_id = p.id
WHERE p.paid <> coalesce(y.amount, 0) OR p.paid_base <> coalesce(y.base, 0) OR p.paid > p.total
   OR (p.paid = p.total AND p.paid_base <> p.total_base)
   OR p.payment_status <> CASE WHEN p.status = 'cancelled' THEN 'unpaid' WHEN p.paid = p.total THEN 'paid'
                               WHEN p.paid > 0 THEN 'partially_paid' ELSE 'unpaid' END;
