-- Billed entries are in a sale that holds: neither cancelled nor refunded in full, and of the same partner.
SELECT e.company_id, 'time entry ' || e.id AS subject, 'a sale that holds' AS expected,
       coalesce(s.number || ', ' || s.payment_status, 'no such sale') AS found
FROM timesheets.entry e
LEFT JOIN sales.v1_sales s ON s.company_id = e.company_id AND s.id = e.sale_id
WHERE e.billed AND (s.id IS NULL OR s.payment_status IN ('cancelled', 'refunded')
                    OR s.partner_id IS DISTINCT FROM e.partner_id);
