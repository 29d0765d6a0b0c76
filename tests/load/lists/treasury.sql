-- Movements of a thousand days in three wallets, one in ten outside documents; one cash session in a hundred is of the second wallet; rates of
-- ten currencies.
INSERT INTO treasury.wallet (company_id, id, name, kind, currency, business_unit_id, created_at, updated_at)
SELECT '{company}', ('00000000-0000-7000-8000-00000000000' || n)::uuid, 'Wallet ' || n, 'cash', 'EUR', '{unit}',
       timestamptz '2026-01-01Z', timestamptz '2026-01-01Z'
FROM generate_series(1, 3) AS n;
INSERT INTO treasury.wallet_balance (company_id, wallet_id)
SELECT company_id, id FROM treasury.wallet WHERE company_id = '{company}'
ON CONFLICT DO NOTHING;
INSERT INTO treasury.transaction (company_id, id, wallet_id, position, balance_after, kind, direction, amount, currency, base_amount,
                                  category, label, partner_id, date, status, voided_at, reference, created_at, updated_at)
SELECT '{company}', pg_temp.made('transaction', n), ('00000000-0000-7000-8000-00000000000' || 1 + n % 3)::uuid, n, 0,
       CASE WHEN n % 10 = 0 THEN 'free' WHEN n % 10 = 1 THEN 'expense' ELSE 'sale_payment' END, CASE WHEN n % 4 = 0 THEN 'out' ELSE 'in' END,
       100, 'EUR', 100, CASE WHEN n % 10 < 2 THEN 'category ' || n % 7 END, 'Movement ' || n, lpad(to_hex(1 + n / 50), 32, '0')::uuid,
       date '2026-11-20' - (n * 1000::bigint / {rows})::int, CASE WHEN n % 100 = 10 THEN 'voided' ELSE 'posted' END,
       CASE WHEN n % 100 = 10 THEN timestamptz '2026-11-20Z' END, 'REF-' || to_char(n, 'FM0000000'), timestamptz '2026-11-20Z', timestamptz '2026-11-20Z'
FROM generate_series(0, {rows} - 1) AS n;
INSERT INTO treasury.cash_session (company_id, id, wallet_id, business_unit_id, status, currency, date, opened_at, closed_at,
                                   expected_opening, opening, cash_payments, cash_refunds, paid_in, paid_out, counted,
                                   created_at, updated_at)
SELECT '{company}', pg_temp.made('session', n), ('00000000-0000-7000-8000-00000000000' || CASE WHEN n % 100 = 0 THEN 2 ELSE 1 END)::uuid,
       '{unit}', 'closed', 'EUR', date '2026-11-20' - (n * 1000::bigint / {rows})::int, timestamptz '2026-11-20Z', timestamptz '2026-11-20Z', 0, 0, 0,
       0, 0, 0, 0, timestamptz '2026-11-20Z', timestamptz '2026-11-20Z'
FROM generate_series(0, {rows} - 1) AS n;
INSERT INTO treasury.budget (company_id, period, category, ordinal, amount)
SELECT '{company}', date '2026-10-01', 'category ' || n, n, 100000 FROM generate_series(1, 5) AS n;
INSERT INTO treasury.rate (company_id, currency, date, rate, source, created_at, updated_at)
SELECT '{company}', c.currency, date '2026-11-20' - n, 1.25, 'manual', timestamptz '2026-11-20Z', timestamptz '2026-11-20Z'
FROM unnest(ARRAY['CAD', 'CHF', 'CZK', 'DKK', 'GBP', 'JPY', 'NOK', 'PLN', 'SEK', 'USD']) AS c (currency),
     generate_series(0, {rows} / 10 - 1) AS n;
