-- Recurring sales of a thousand days, one in twenty has ended, 50 of each partner.
INSERT INTO sales.recurring (company_id, id, state, template, partner_id, every, every_interval, day_of_month, starts_on, send,
                             next_on, count, version, created_at, updated_at)
SELECT '{company}', pg_temp.made('recurring', n), CASE WHEN n % 20 = 0 THEN 'ended' ELSE 'active' END,
       '{"lines": [{"label": "Rent", "quantity": 1, "unitPrice": 100}]}', lpad(to_hex(1 + n / 50), 32, '0')::uuid, 'month', 1, 1,
       date '2026-11-20', false, CASE WHEN n % 20 > 0 THEN date '2026-12-01' END, 0, 1,
       timestamptz '2026-11-20Z' - n * interval '1000 days' / {rows}, timestamptz '2026-11-20Z'
FROM generate_series(0, {rows} - 1) AS n;
