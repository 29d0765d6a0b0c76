-- Items at three places: everywhere, every second item, every hundredth. One in fifty is low.
INSERT INTO stock.location (company_id, id, name, business_unit_id, kind, created_at, updated_at)
SELECT '{company}', ('00000000-0000-7000-8000-00000000000' || n)::uuid, 'Place ' || n, '{unit}', 'warehouse',
       timestamptz '2026-01-01Z', timestamptz '2026-01-01Z'
FROM generate_series(1, 3) AS n;
INSERT INTO stock.item (company_id, id, name, sku, barcode, external_id, service, unit, price, cost, alert_threshold,
                        track_stock, track_lots, category, archived, low, was_low, created_at, updated_at)
SELECT '{company}', pg_temp.made('item', n), 'Item ' || to_hex((n * 7919::bigint) % 1000003) || ' size ' || n % 40, 'SKU-' || to_char(n, 'FM0000000'), 'B' || to_char(n, 'FM0000000'), 'X-' || to_char(n, 'FM0000000'),
       n % 100 = 7, 'C62', 100 + n % 9000, 50, CASE WHEN n % 50 = 0 THEN 5 END, n % 100 <> 7, false, 'category ' || n % 20,
       n % 50 = 3, n % 50 = 0, n % 50 = 0,
       timestamptz '2024-01-01Z' + n * interval '1000 days' / {rows}, timestamptz '2026-01-01Z'
FROM generate_series(0, {rows} - 1) AS n;
INSERT INTO stock.item_cost (company_id, item_id, quantity, average, value, movements, alert_threshold)
SELECT company_id, id, CASE WHEN alert_threshold IS NULL THEN 20 ELSE 2 END, 50, CASE WHEN alert_threshold IS NULL THEN 1000 ELSE 100 END, 10, alert_threshold
FROM stock.item WHERE company_id = '{company}';
INSERT INTO stock.level (company_id, item_id, location_id, quantity, item_order, since)
SELECT '{company}', pg_temp.made('item', n), ('00000000-0000-7000-8000-00000000000' || p)::uuid, CASE WHEN n % 50 = 0 THEN 1 ELSE 10 END,
       'item ' || to_hex((n * 7919::bigint) % 1000003) || ' size ' || n % 40,
       timestamptz '2024-01-01Z' + n * interval '1000 days' / {rows}
FROM generate_series(0, {rows} - 1) AS n, generate_series(1, 3) AS p
WHERE n % 100 <> 7 AND (p = 1 OR p = 2 AND n % 2 = 0 OR p = 3 AND n % 100 = 0);
INSERT INTO stock.movement (company_id, id, item_id, sequence, at, location_id, quantity, quantity_after, reason, unit_cost,
                            value, average_after, document_kind, document_id)
SELECT company_id, md5(item_id::text || location_id)::uuid, item_id, row_number() OVER (PARTITION BY item_id ORDER BY location_id), since, location_id, quantity, quantity, 'purchase', 50, 50 * quantity, 50,
       'purchase', 'pur_1'
FROM stock.level WHERE company_id = '{company}';
INSERT INTO stock.low_span (company_id, item_id, since)
SELECT company_id, id, created_at FROM stock.item WHERE company_id = '{company}' AND low;
