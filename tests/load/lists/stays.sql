-- Stays of a thousand days in a room for each fifty of them, one in twenty booked, 50 of each partner.
INSERT INTO stays.stay (company_id, id, status, unit, unit_key, partner_id, partner_name, arrival, departure, guests, currency,
                        sale_id, version, created_at, updated_at)
SELECT '{company}', pg_temp.made('stay', n), CASE WHEN n % 20 = 0 THEN 'booked' ELSE 'checked_out' END, 'Room ' || n % ({rows} / 50),
       'room ' || n % ({rows} / 50), lpad(to_hex(1 + n / 50), 32, '0')::uuid, 'Partner ' || 1 + n / 50,
       date '2026-11-20' - (n * 1000::bigint / {rows})::int, date '2026-11-21' - (n * 1000::bigint / {rows})::int, 2, 'EUR',
       CASE WHEN n % 20 > 0 THEN pg_temp.made('sale', n) END, 1, timestamptz '2026-11-20Z', timestamptz '2026-11-20Z'
FROM generate_series(0, {rows} - 1) AS n;
