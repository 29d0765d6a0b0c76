-- The value of the stock is the balance of inventory in the books, where the inventory is kept perpetually.
SELECT k.company_id, 'inventory' AS subject, coalesce(l.balance, 0)::text AS expected, coalesce(c.value, 0)::text AS found
FROM svc.company k
LEFT JOIN (SELECT company_id, sum(value) AS value FROM stock.item_cost GROUP BY company_id) c
       ON c.company_id = k.company_id
LEFT JOIN (SELECT company_id, sum(balance) AS balance FROM ledger.v1_balances WHERE role = 'inventory'
           GROUP BY company_id) l ON l.company_id = k.company_id
WHERE coalesce(k.accounting ->> 'inventory', 'perpetual') = 'perpetual' AND coalesce(c.value, 0) <> coalesce(l.balance, 0);
