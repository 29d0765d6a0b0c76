-- The balance of each wallet in the currency of the company is that of its lines in the books.
SELECT coalesce(b.company_id, l.company_id) AS company_id, 'wallet ' || coalesce(b.wallet_id, l.wallet_id) AS subject,
       coalesce(l.balance, 0)::text AS expected, coalesce(b.base_balance, 0)::text AS found
FROM treasury.wallet_balance b
FULL JOIN (SELECT company_id, wallet_id, sum(debit - credit) AS balance FROM ledger.v1_entries
           WHERE wallet_id IS NOT NULL GROUP BY company_id, wallet_id) l
       ON l.company_id = b.company_id AND l.wallet_id = b.wallet_id
WHERE coalesce(b.base_balance, 0) <> coalesce(l.balance, 0);
