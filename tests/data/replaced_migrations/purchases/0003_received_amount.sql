-- svc: phase=expand
-- Adds what was received, in the currency of the purchase: of each line the same share as its receipts were posted with.
CREATE OR REPLACE VIEW purchases.v1_purchases WITH (security_invoker = true) AS
SELECT p.company_id, p.id, p.number, p.status, p.receipt_status, p.payment_status, p.supplier_reference, p.business_unit_id,
       p.partner_id, p.partner_name, p.date, p.expected_at, p.due_date, p.currency, p.exchange_rate, p.subtotal,
       p.discount_total, p.tax_total, p.total, p.paid, p.balance, p.subtotal_base, p.tax_base, p.total_base, p.paid_base,
       p.received_base, p.taxes, p.created_at, p.updated_at,
       CASE p.receipt_status
           WHEN 'pending' THEN 0
           WHEN 'received' THEN p.total
           ELSE (SELECT coalesce(sum(round(l.net * l.quantity_received / l.quantity)
                                     + round(l.tax * l.quantity_received / l.quantity)), 0)::bigint
                 FROM purchases.line l WHERE l.company_id = p.company_id AND l.purchase_id = p.id)
       END AS received
FROM purchases.purchase p;
