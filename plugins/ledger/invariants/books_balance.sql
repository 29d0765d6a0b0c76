-- The books of a company balance as a whole.
SELECT company_id, 'all entries' AS subject, 'debit ' || sum(debit) AS expected, 'credit ' || sum(credit) AS found
FROM ledger.line GROUP BY company_id HAVING sum(debit) <> sum(credit);
