-- Purchases of a thousand days: one in twenty unpaid and to come, one in fifty cancelled. 50 of each supplier.
INSERT INTO purchases.purchase (company_id, id, number, status, receipt_status, payment_status, supplier_reference, business_unit_id,
                                partner_id, partner_name, date, due_date, currency, exchange_rate, prices_include_tax, subtotal,
                                discount_total, tax_total, total, paid, subtotal_base, tax_base, total_base, paid_base,
                                received_base, taxes, created_at, updated_at)
SELECT '{company}', lpad(to_hex({rows} - n), 32, '0')::uuid, 'PUR-' || to_char(n, 'FM0000000'), CASE WHEN n % 50 = 0 THEN 'cancelled' ELSE 'ordered' END,
       CASE WHEN n % 50 = 0 OR n % 20 = 1 THEN 'pending' ELSE 'received' END, CASE WHEN n % 50 = 0 OR n % 20 = 1 THEN 'unpaid' ELSE 'paid' END,
       'BN-' || to_char(n, 'FM0000000'), '{unit}', lpad(to_hex(1 + n / 50), 32, '0')::uuid, 'Partner ' || to_char(1 + n / 50, 'FM0000000'), date '2026-11-20' - (n * 1000::bigint / {rows})::int,
       date '2026-12-20' - (n * 1000::bigint / {rows})::int, 'EUR', 1, true, 1000 + n % 9000, 0, 0, 1000 + n % 9000,
       CASE WHEN n % 50 = 0 OR n % 20 = 1 THEN 0 ELSE 1000 + n % 9000 END, 1000 + n % 9000, 0, 1000 + n % 9000,
       CASE WHEN n % 50 = 0 OR n % 20 = 1 THEN 0 ELSE 1000 + n % 9000 END, 0, '[]', timestamptz '2026-11-20Z', timestamptz '2026-11-20Z'
FROM generate_series(0, {rows} - 1) AS n;
INSERT INTO purchases.line (company_id, purchase_id, position, id, label, quantity, unit, unit_price, discount_amount, service,
                            stocked, lot_tracked, tax_category, tax_rate, net, tax, total, net_base, tax_base)
SELECT company_id, id, 0, id, 'Beans', 1, 'C62', total, 0, false, false, false, 'Z', 0, total, 0, total, total, 0
FROM purchases.purchase WHERE company_id = '{company}';
INSERT INTO purchases.expense (company_id, id, label, category, amount, tax, currency, wallet_id, transaction_id, partner_id, date,
                               reference, created_at, updated_at)
SELECT '{company}', lpad(to_hex({rows} - n), 32, '0')::uuid, 'Cleaning ' || n, 'category ' || n % 10, 1000, 0, 'EUR',
       ('00000000-0000-7000-8000-00000000000' || 1 + n % 3)::uuid, pg_temp.made('transaction', n), lpad(to_hex(1 + n / 50), 32, '0')::uuid,
       date '2026-11-20' - (n * 1000::bigint / {rows})::int, 'R-' || to_char(n, 'FM0000000'), timestamptz '2026-11-20Z', timestamptz '2026-11-20Z'
FROM generate_series(0, {rows} - 1) AS n;
