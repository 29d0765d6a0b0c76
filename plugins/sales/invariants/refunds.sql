-- The refunds of a sale add up to the money returned, and each is a movement out of its wallet.
SELECT s.company_id, s.kind || ' ' || s.number AS subject,
       'returned ' || s.refunded || ', in company currency ' || s.refunded_base AS expected,
       coalesce(sum(r.money_returned), 0) || ', in company currency ' || coalesce(sum(r.money_base), 0) AS found
FROM sales.sale s
LEFT JOIN sales.refund r ON r.company_id = s.company_id AND r.sale_id = s.id
GROUP BY s.company_id, s.id, s.kind, s.number, s.refunded, s.refunded_base
HAVING s.refunded <> coalesce(sum(r.money_returned), 0) OR s.refunded_base <> coalesce(sum(r.money_base), 0)
UNION ALL
SELECT r.company_id, 'refund ' || r.id, r.wallet_amount || ' out of wallet ' || r.wallet_id,
       coalesce(t.amount || ' ' || t.direction || ' of wallet ' || t.wallet_id, 'no movement')
FROM sales.refund r
LEFT JOIN treasury.transaction t ON t.company_id = r.company_id AND t.id = r.transaction_id
WHERE r.kind = 'money' AND (t.id IS NULL OR t.wallet_id <> r.wallet_id OR t.amount <> r.wallet_amount
                            OR t.direction <> 'out' OR t.kind <> 'sale_refund');
