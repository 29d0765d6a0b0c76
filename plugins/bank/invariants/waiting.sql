-- What a wallet says waits for reconciliation is the sum of its unmatched lines.
SELECT w.company_id, 'wallet ' || w.id AS subject, coalesce(l.amount, 0)::text AS expected, w.unreconciled::text AS found
FROM treasury.v1_wallets w
LEFT JOIN (SELECT company_id, wallet_id, sum(amount) AS amount FROM bank.line WHERE status = 'unmatched'
           GROUP BY company_id, wallet_id) l ON l.company_id = w.company_id AND l.wallet_id = w.id
WHERE w.unreconciled <> coalesce(l.amount, 0);
