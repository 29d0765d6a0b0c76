-- One supplier in twenty, one that is both in forty, one archived partner in a hundred; all have one tag, fifty each of the others.
INSERT INTO partners.partner (company_id, id, name, sort_name, kind, company, email, vat_number, currency, external_id, archived,
                              created_at, updated_at)
SELECT '{company}', lpad(to_hex(n), 32, '0')::uuid, 'Partner ' || n, 'partner ' || n,
       CASE WHEN n % 20 = 0 THEN 'supplier' WHEN n % 40 = 1 THEN 'both' ELSE 'customer' END, true, 'p' || n || '@partner.example', 'FR' || n, 'EUR', 'crm-' || to_char(n, 'FM0000000'),
       n % 100 = 3, timestamptz '2026-11-20 10:00Z' - n * interval '1000 days' / {rows}, timestamptz '2026-11-20Z'
FROM generate_series(1, {rows}) AS n;
INSERT INTO partners.balance (company_id, partner_id) SELECT company_id, id FROM partners.partner WHERE company_id = '{company}';
INSERT INTO partners.tag (company_id, tag, partner_id)
SELECT '{company}', t.tag, lpad(to_hex(n), 32, '0')::uuid
FROM generate_series(1, {rows}) AS n, LATERAL (VALUES ('group ' || n / 50), ('everybody')) AS t (tag);
