-- Items at three places: everywhere, every second item, every thousandth. Ten movements an item of a tenth of the items.
INSERT INTO stock.location (company_id, id, name, business_unit_id, kind, created_at, updated_at)
SELECT '{company}', ('00000000-0000-7000-8000-00000000000' || n)::uuid, 'Place ' || n, '{unit}', 'warehouse',
       timestamptz '2026-01-01Z', timestamptz '2026-01-01Z'
FROM generate_series(1, 3) AS n;
INSERT INTO stock.item (company_id, id, name, sku, barcode, external_id, service, unit, price, cost, alert_threshold,
                        track_stock, track_lots, category, archived, created_at, updated_at)
SELECT '{company}', md5('item ' || n)::uuid, 'Item ' || to_hex((n * 7919) % 1000003) || ' size ' || n % 40, 'SKU-' || to_char(n, 'FM0000000'), 'B' || to_char(n, 'FM0000000'), 'X-' || to_char(n, 'FM0000000'),
       n % 100 = 7, 'C62', 100 + n % 9000, 50, CASE WHEN n % 50 = 0 THEN 5 END, n % 100 <> 7, false, 'category ' || n % 20,
       n % 200 = 3, timestamptz '2026-01-01Z' + n * interval '1 second', timestamptz '2026-01-01Z'
FROM generate_series(0, {rows} - 1) AS n;
INSERT INTO stock.item_cost (company_id, item_id, quantity, average, value, movements)
SELECT company_id, id, CASE WHEN alert_threshold IS NULL THEN 20 ELSE 2 END, 50, CASE WHEN alert_threshold IS NULL THEN 1000 ELSE 100 END, 10
FROM stock.item WHERE company_id = '{company}';
INSERT INTO stock.level (company_id, item_id, location_id, quantity)
SELECT '{company}', md5('item ' || n)::uuid, ('00000000-0000-7000-8000-00000000000' || p)::uuid, CASE WHEN n % 50 = 0 THEN 1 ELSE 10 END
FROM generate_series(0, {rows} - 1) AS n, generate_series(1, 3) AS p
WHERE n % 100 <> 7 AND (p = 1 OR p = 2 AND n % 2 = 0 OR p = 3 AND n % 1000 = 0);
INSERT INTO stock.movement (company_id, id, item_id, sequence, at, location_id, quantity, quantity_after, reason, unit_cost,
                            value, average_after, document_kind, document_id)
SELECT '{company}', md5('movement ' || n)::uuid, md5('item ' || n % ({rows} / 10))::uuid, 1 + n / ({rows} / 10),
       timestamptz '2026-11-20 10:00Z' - n * interval '40 seconds', ('00000000-0000-7000-8000-00000000000' || 1 + n % 2)::uuid,
       1, 10, (ARRAY['sale', 'sale', 'sale', 'purchase', 'sale', 'sale', 'purchase', 'sale', 'transfer', 'loss'])[1 + n % 10],
       50, 50, 50, 'sale', 'sal_' || n
FROM generate_series(0, {rows} - 1) AS n;
INSERT INTO stock.transfer (company_id, id, from_location_id, to_location_id, date, created_at, updated_at)
SELECT '{company}', md5('transfer ' || n)::uuid, ('00000000-0000-7000-8000-00000000000' || 1 + n % 3)::uuid,
       ('00000000-0000-7000-8000-00000000000' || 1 + (n + 1) % 3)::uuid, date '2026-11-20' - (n / 500)::int,
       timestamptz '2026-01-01Z', timestamptz '2026-01-01Z'
FROM generate_series(0, {rows} - 1) AS n;
INSERT INTO stock.count (company_id, id, location_id, status, date, created_at, updated_at)
SELECT '{company}', md5('count ' || n)::uuid, ('00000000-0000-7000-8000-00000000000' || 1 + n % 3)::uuid,
       CASE WHEN n % 50 = 0 THEN 'draft' ELSE 'validated' END, date '2026-11-20' - (n / 500)::int,
       timestamptz '2026-01-01Z', timestamptz '2026-01-01Z'
FROM generate_series(0, {rows} - 1) AS n;
