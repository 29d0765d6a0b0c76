-- Quotes of a thousand days, one in twenty open, 50 of each partner.
INSERT INTO sales.quote (company_id, id, number, status, channel, external_id, business_unit_id, partner_id, partner_name, date,
                         valid_until, currency, exchange_rate, prices_include_tax, subtotal, discount_total, tax_total, total,
                         total_base, taxes, sale_id, version, created_at, updated_at)
SELECT '{company}', lpad(to_hex({rows} - n), 32, '0')::uuid, 'QUO-' || to_char(n, 'FM0000000'), CASE WHEN n % 20 = 0 THEN 'open' ELSE 'converted' END, 'api',
       'quote-' || to_char(n, 'FM0000000'), '{unit}', lpad(to_hex(1 + n / 50), 32, '0')::uuid, 'Partner ' || to_char(1 + n / 50, 'FM0000000'), date '2026-11-20' - (n * 1000::bigint / {rows})::int,
       date '2026-12-20' - (n * 1000::bigint / {rows})::int, 'EUR', 1, true, 1000, 0, 0, 1000 + n % 9000, 1000 + n % 9000, '[]',
       CASE WHEN n % 20 > 0 THEN pg_temp.made('sale', n) END, 1, timestamptz '2026-11-20Z', timestamptz '2026-11-20Z'
FROM generate_series(0, {rows} - 1) AS n;
INSERT INTO sales.quote_line (company_id, quote_id, position, id, label, quantity, unit, unit_price, discount_amount, service,
                              tax_category, tax_rate, net, tax, total, quantity_converted)
SELECT company_id, id, 0, id, 'Coffee machine', 1, 'C62', total, 0, false, 'Z', 0, total, 0, total, 0
FROM sales.quote WHERE company_id = '{company}';
