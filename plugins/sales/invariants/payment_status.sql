-- The payment status of a sale follows from its balance; a paid sale owes nothing.
SELECT company_id, kind || ' ' || number AS subject, 'a status that fits balance ' || balance AS expected,
       status || ', ' || payment_status || ', owed in company currency ' || total_base - credited_base - paid_base + refunded_base AS found
FROM sales.sale
WHERE balance < 0 OR (payment_status = 'paid' AND (balance <> 0 OR total_base - credited_base <> paid_base - refunded_base))
   OR (payment_status IN ('unpaid', 'partially_paid') AND balance = 0)
   OR (status = 'cancelled') <> (payment_status = 'cancelled');
