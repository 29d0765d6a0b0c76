-- A thousand days: movements of a tenth as many items in two places, transfers and counts.
INSERT INTO stock.location (company_id, id, name, business_unit_id, kind, created_at, updated_at)
SELECT '{company}', ('00000000-0000-7000-8000-00000000000' || n)::uuid, 'Place ' || n, '{unit}', 'warehouse',
       timestamptz '2026-01-01Z', timestamptz '2026-01-01Z'
FROM generate_series(1, 3) AS n;
INSERT INTO stock.item (company_id, id, name, service, unit, price, cost, track_stock, track_lots, archived, created_at, updated_at)
SELECT '{company}', pg_temp.made('item', n), 'Item ' || n, false, 'C62', 100, 50, true, false, false,
       timestamptz '2026-01-01Z', timestamptz '2026-01-01Z'
FROM generate_series(0, {rows} / 10 - 1) AS n;
INSERT INTO stock.movement (company_id, id, item_id, sequence, at, location_id, quantity, quantity_after, reason, unit_cost,
                            value, average_after, document_kind, document_id)
SELECT '{company}', pg_temp.made('movement', n), pg_temp.made('item', n % ({rows} / 10)), 1 + n / ({rows} / 10),
       timestamptz '2026-11-20 10:00Z' - n * interval '1000 days' / {rows}, ('00000000-0000-7000-8000-00000000000' || 1 + n % 2)::uuid,
       1, 10, (ARRAY['sale', 'sale', 'sale', 'purchase', 'sale', 'sale', 'purchase', 'sale', 'transfer', 'loss'])[1 + n % 10],
       50, 50, 50, 'sale', 'sal_' || n
FROM generate_series(0, {rows} - 1) AS n;
INSERT INTO stock.transfer (company_id, id, from_location_id, to_location_id, date, created_at, updated_at)
SELECT '{company}', pg_temp.made('transfer', n), ('00000000-0000-7000-8000-00000000000' || 1 + n % 3)::uuid,
       ('00000000-0000-7000-8000-00000000000' || 1 + (n + 1) % 3)::uuid, date '2026-11-20' - (n * 1000::bigint / {rows})::int,
       timestamptz '2026-01-01Z', timestamptz '2026-01-01Z'
FROM generate_series(0, {rows} - 1) AS n;
INSERT INTO stock.count (company_id, id, location_id, status, date, created_at, updated_at)
SELECT '{company}', pg_temp.made('count', n), ('00000000-0000-7000-8000-00000000000' || 1 + n % 3)::uuid,
       CASE WHEN n % 50 = 0 THEN 'draft' ELSE 'validated' END, date '2026-11-20' - (n * 1000::bigint / {rows})::int,
       timestamptz '2026-01-01Z', timestamptz '2026-01-01Z'
FROM generate_series(0, {rows} - 1) AS n;
