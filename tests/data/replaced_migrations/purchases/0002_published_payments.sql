-- svc: phase=expand
-- Published: columns are added, never removed.
CREATE VIEW purchases.v1_payments WITH (security_invoker = true) AS
SELECT company_id, id, purchase_id, amount, amount_base, currency, method, origin, wallet_id, wallet_amount,
       wallet_currency, transaction_id, date, reference, status, created_at
FROM purchases.payment;
COMMENT ON VIEW purchases.v1_payments IS 'Published view of the money paid for purchases.';
