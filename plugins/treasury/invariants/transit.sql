-- Nothing stays in transit between wallets: the account is zero after every transfer.
SELECT company_id, 'transfer ' || document_id AS subject, '0' AS expected, sum(debit - credit)::text AS found
FROM ledger.v1_entries WHERE role = 'transfer_in_transit' GROUP BY company_id, document_id
HAVING sum(debit - credit) <> 0;
