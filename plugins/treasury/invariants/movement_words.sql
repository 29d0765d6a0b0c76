-- Movements of money have a kind, a direction and a state that exist, and a wallet of the company.
SELECT t.company_id, 'transaction ' || t.id AS subject, 'words of the contract, a wallet' AS expected,
       concat_ws(', ', t.kind, t.direction, t.status, 'wallet ' || t.wallet_id) AS found
FROM treasury.transaction t
LEFT JOIN treasury.wallet w ON w.company_id = t.company_id AND w.id = t.wallet_id
WHERE t.kind NOT IN ('free', 'expense', 'sale_payment', 'sale_refund', 'purchase_payment', 'transfer', 'till_difference',
                     'opening', 'bank')
   OR t.direction NOT IN ('in', 'out') OR t.status NOT IN ('posted', 'voided') OR w.id IS NULL;
