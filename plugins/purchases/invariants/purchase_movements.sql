-- Every expense and every payment of a purchase has its movement of the wallet, with the same amount, voided exactly when it is.
SELECT e.company_id, 'expense ' || e.id AS subject, e.amount || ' out of wallet ' || e.wallet_id AS expected,
       coalesce(t.amount || ' ' || t.direction || ' of wallet ' || t.wallet_id || ', ' || t.status, 'no movement') AS found
FROM purchases.expense e
LEFT JOIN treasury.transaction t ON t.company_id = e.company_id AND t.id = e.transaction_id
WHERE t.id IS NULL OR t.wallet_id <> e.wallet_id OR t.amount <> e.amount OR t.direction <> 'out'
   OR t.kind <> 'expense' OR (t.status = 'voided') <> (e.voided_at IS NOT NULL)
UNION ALL
SELECT p.company_id, 'payment ' || p.id, p.wallet_amount || ' out of wallet ' || p.wallet_id,
       coalesce(t.amount || ' ' || t.direction || ' of wallet ' || t.wallet_id || ', ' || t.status, 'no movement')
FROM purchases.payment p
LEFT JOIN treasury.transaction t ON t.company_id = p.company_id AND t.id = p.transaction_id
WHERE t.id IS NULL OR t.wallet_id <> p.wallet_id OR t.amount <> p.wallet_amount OR t.direction <> 'out'
   OR t.kind <> 'purchase_payment' OR (t.status = 'voided') <> (p.status = 'voided');
