-- The claims on customers in the books are the open sales.
SELECT s.company_id, 'customers' AS subject, s.open::text AS expected, coalesce(l.balance, 0)::text AS found
FROM (SELECT company_id, sum(total_base - paid_base) AS open, sum(credited) AS credited FROM sales.sale
      WHERE status = 'active' GROUP BY company_id) s
LEFT JOIN (SELECT company_id, sum(balance) AS balance FROM ledger.v1_balances WHERE role = 'customer'
           GROUP BY company_id) l ON l.company_id = s.company_id
WHERE s.credited = 0 AND s.open <> coalesce(l.balance, 0);
