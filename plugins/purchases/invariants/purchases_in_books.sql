-- What is received and not paid on the purchases of a supplier is what the partner is owed, and all that is received in full is posted in full.
SELECT p.company_id, 'supplier ' || p.partner_id AS subject, sum(p.received_base - p.paid_base)::text AS expected,
       v.payable::text AS found
FROM purchases.purchase p
JOIN partners.v1_partners v ON v.company_id = p.company_id AND v.id = p.partner_id
GROUP BY p.company_id, p.partner_id, v.payable
HAVING sum(p.received_base - p.paid_base) <> v.payable
UNION ALL
SELECT p.company_id, 'purchase ' || p.number, coalesce(l.credit, 0)::text, p.received_base::text
FROM purchases.purchase p
LEFT JOIN (SELECT company_id, document_number, sum(credit - debit) AS credit FROM ledger.v1_entries
           WHERE role = 'supplier' AND document_kind = 'purchase' AND journal = 'AC' GROUP BY company_id, document_number) l
       ON l.company_id = p.company_id AND l.document_number = p.number
WHERE p.received_base <> coalesce(l.credit, 0) OR (p.receipt_status = 'received' AND p.received_base <> p.total_base);
