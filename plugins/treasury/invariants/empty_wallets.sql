-- A wallet that holds nothing is worth nothing in the books.
SELECT company_id, 'wallet ' || wallet_id AS subject, '0' AS expected, base_balance::text AS found
FROM treasury.wallet_balance WHERE balance = 0 AND base_balance <> 0;
