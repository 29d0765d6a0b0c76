-- Every payment has its movement of the wallet, with the same amount.
SELECT p.company_id, 'payment ' || p.id AS subject, p.wallet_amount || ' into wallet ' || p.wallet_id AS expected,
       coalesce(t.amount || ' ' || t.direction || ' of wallet ' || t.wallet_id, 'no movement') AS found
FROM sales.payment p
LEFT JOIN treasury.transaction t ON t.company_id = p.company_id AND t.id = p.transaction_id
WHERE t.id IS NULL OR t.wallet_id <> p.wallet_id OR t.amount <> p.wallet_amount OR t.direction <> 'in'
   OR t.kind <> 'sale_payment' OR (t.status = 'voided') <> (p.status = 'voided');
