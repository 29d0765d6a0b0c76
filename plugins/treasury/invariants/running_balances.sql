-- Each movement of a wallet tells the balance after it.
SELECT company_id, 'movement ' || position || ' of wallet ' || wallet_id AS subject, running::text AS expected,
       balance_after::text AS found
FROM (SELECT company_id, wallet_id, position, balance_after,
             sum(CASE direction WHEN 'in' THEN amount ELSE -amount END)
                 OVER (PARTITION BY company_id, wallet_id ORDER BY position) AS running
      FROM treasury.transaction) t
WHERE balance_after <> running;
