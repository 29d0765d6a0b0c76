-- Order requests of a thousand days with a line each, one in twenty waits.
INSERT INTO storefront.order_request (company_id, id, number, status, channel, business_unit_id, currency, total, sale_id, version,
                                      created_at, updated_at)
SELECT '{company}', lpad(to_hex({rows} - n), 32, '0')::uuid, 'ORD-' || to_char(n, 'FM0000000'),
       CASE WHEN n % 20 = 0 THEN 'received' ELSE 'accepted' END, 'menu', '{unit}', 'EUR', 1000,
       CASE WHEN n % 20 > 0 THEN pg_temp.made('sale', n) END, 1, timestamptz '2026-11-20Z' - n * interval '1000 days' / {rows},
       timestamptz '2026-11-20Z'
FROM generate_series(0, {rows} - 1) AS n;
INSERT INTO storefront.order_line (company_id, order_request_id, position, item_id, label, quantity, unit_price, amount)
SELECT company_id, id, 0, id, 'Lunch menu', 1, 1000, 1000 FROM storefront.order_request WHERE company_id = '{company}';
