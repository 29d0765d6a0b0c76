-- Lines of a thousand days in two accounts, one in fifty waits and one in a hundred was ignored; a statement of a hundred lines.
INSERT INTO treasury.wallet (company_id, id, name, kind, currency, business_unit_id, created_at, updated_at)
SELECT '{company}', ('00000000-0000-7000-8000-00000000000' || n)::uuid, 'Account ' || n, 'bank', 'EUR', '{unit}',
       timestamptz '2026-01-01Z', timestamptz '2026-01-01Z'
FROM generate_series(1, 2) AS n;
INSERT INTO treasury.wallet_balance (company_id, wallet_id)
SELECT company_id, id FROM treasury.wallet WHERE company_id = '{company}'
ON CONFLICT DO NOTHING;
INSERT INTO bank.statement (company_id, id, wallet_id, format, currency, imported, duplicates, created_at, updated_at)
SELECT '{company}', pg_temp.made('statement', n), ('00000000-0000-7000-8000-00000000000' || 1 + n % 2)::uuid, 'csv', 'EUR', 100, 0,
       timestamptz '2026-11-20Z', timestamptz '2026-11-20Z'
FROM generate_series(0, {rows} / 10 - 1) AS n;
INSERT INTO bank.line (company_id, id, wallet_id, identity, occurrence, status, amount, currency, booked_at, label, counterparty_name,
                       reference, source, created_at, updated_at)
SELECT '{company}', pg_temp.made('line', n), ('00000000-0000-7000-8000-00000000000' || 1 + n % 2)::uuid, sha256(n::text::bytea), 1,
       CASE WHEN n % 50 = 0 THEN 'unmatched' WHEN n % 100 = 1 THEN 'ignored' ELSE 'recorded' END,
       CASE WHEN n % 3 = 0 THEN -1 ELSE 1 END * (1 + (n * 7919::bigint) % 1000003), 'EUR',
       date '2026-11-20' - (n * 1000::bigint / {rows})::int, 'Transfer ' || n, 'Name ' || n % 100,
       'REF-' || to_char(n, 'FM0000000'), 'file', timestamptz '2026-11-20Z', timestamptz '2026-11-20Z'
FROM generate_series(0, {rows} - 1) AS n;
