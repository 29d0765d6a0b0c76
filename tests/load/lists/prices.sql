-- Price lists of ten entries each, and locations, one in ten archived.
INSERT INTO stock.item (company_id, id, name, service, unit, price, cost, track_stock, track_lots, archived, created_at, updated_at)
SELECT '{company}', pg_temp.made('item', n), 'Item ' || n, false, 'C62', 100, 50, true, false, false,
       timestamptz '2026-01-01Z', timestamptz '2026-01-01Z'
FROM generate_series(0, 9) AS n;
INSERT INTO stock.price_list (company_id, id, name, currency, created_at, updated_at)
SELECT '{company}', pg_temp.made('list', n), 'List ' || n, 'EUR', timestamptz '2026-01-01Z', timestamptz '2026-01-01Z'
FROM generate_series(0, {rows} - 1) AS n;
INSERT INTO stock.price_entry (company_id, price_list_id, item_id, from_quantity, price, position)
SELECT '{company}', pg_temp.made('list', n), pg_temp.made('item', i), 0, 90, i
FROM generate_series(0, {rows} - 1) AS n, generate_series(0, 9) AS i;
INSERT INTO stock.location (company_id, id, name, business_unit_id, kind, archived, created_at, updated_at)
SELECT '{company}', pg_temp.made('location', n), 'Place ' || n, '{unit}', 'warehouse', n % 10 = 0, timestamptz '2026-01-01Z',
       timestamptz '2026-01-01Z'
FROM generate_series(1, {rows}) AS n;
