-- Sales of a thousand days, one in twenty unpaid, one in fifty cancelled, three quarters to partners, some 37 each.
INSERT INTO sales.sale (company_id, id, number, kind, status, payment_status, delivery_status, channel, external_id,
                        business_unit_id, partner_id, partner_name, date, due_date, currency, exchange_rate,
                        prices_include_tax, subtotal, discount_total, tax_total, total, paid, credited, credited_base,
                        subtotal_base, tax_base, total_base, paid_base, taxes, stock_mode, payment_reference, created_at,
                        updated_at)
SELECT '{company}', lpad(to_hex({rows} - n), 32, '0')::uuid, 'INV-' || to_char(n, 'FM0000000'), 'invoice',
       CASE WHEN n % 50 = 0 THEN 'cancelled' ELSE 'active' END,
       CASE WHEN n % 50 = 0 THEN 'cancelled' WHEN n % 20 = 1 THEN 'unpaid' ELSE 'paid' END,
       CASE WHEN n % 50 = 0 THEN 'none' WHEN n % 10 = 3 THEN 'pending' ELSE 'delivered' END,
       (ARRAY['api', 'counter', 'online'])[1 + n % 3], 'shop-' || to_char(n, 'FM0000000'),
       CASE WHEN n % 3 > 0 THEN '{unit}'::uuid ELSE '00000000-0000-7000-8000-000000000009' END,
       CASE WHEN n % 4 > 0 THEN lpad(to_hex(1 + n / 50), 32, '0')::uuid END,
       CASE WHEN n % 4 > 0 THEN 'Partner ' || to_char(1 + n / 50, 'FM0000000') END,
       date '2026-11-20' - (n * 1000::bigint / {rows})::int, date '2026-12-20' - (n * 1000::bigint / {rows})::int, 'EUR', 1, true,
       1000 + n % 9000, 0, 0, 1000 + n % 9000,
       CASE WHEN n % 50 = 0 OR n % 20 = 1 THEN 0 ELSE 1000 + n % 9000 END,
       CASE WHEN n % 50 = 0 THEN 1000 + n % 9000 ELSE 0 END, CASE WHEN n % 50 = 0 THEN 1000 + n % 9000 ELSE 0 END,
       1000 + n % 9000, 0, 1000 + n % 9000, CASE WHEN n % 50 = 0 OR n % 20 = 1 THEN 0 ELSE 1000 + n % 9000 END,
       '[]', 'none', 'RF' || n, timestamptz '2026-11-20 09:00Z', timestamptz '2026-11-20 09:00Z'
FROM generate_series(0, {rows} - 1) AS n;

INSERT INTO sales.line (company_id, sale_id, position, id, label, quantity, unit, unit_price, discount_amount, service,
                        stocked, tax_category, tax_rate, net, tax, total, net_base, tax_base)
SELECT company_id, id, 0, id, 'Coffee machine ' || number, 1, 'C62', total, 0, false, false, 'Z', 0, total,
       0, total, total, 0
FROM sales.sale WHERE company_id = '{company}';
