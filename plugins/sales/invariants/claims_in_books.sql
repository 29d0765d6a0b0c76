-- The claims on customers in the books are the open sales.
SELECT s.company_id, 'customers' AS subject, s.open::text AS expected, coalesce(l.balance, 0)::text AS found
FROM (SELECT company_id, sum(total_base - credited_base - paid_base + refunded_base) AS open FROM sales.sale
      GROUP BY company_id) s
LEFT JOIN (SELECT company_id, sum(balance) AS balance FROM ledger.v1_balances WHERE role = 'customer'
           GROUP BY company_id) l ON l.company_id = s.company_id
WHERE s.open <> coalesce(l.balance, 0);
