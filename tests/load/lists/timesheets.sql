-- Hours of a thousand days for 40 partners, one in twenty not billed yet: as many customers at every size, because the summary
-- has a row of each.
INSERT INTO timesheets.entry (company_id, id, external_id, partner_id, partner_name, person, project, date, minutes, hourly_rate, amount,
                              currency, billable, tags, billed, sale_id, version, created_at, updated_at)
SELECT '{company}', pg_temp.made('entry', n), 'toggl-' || n, lpad(to_hex(1 + n % 40), 32, '0')::uuid, 'Partner ' || 1 + n % 40,
       'Person ' || n % 10, 'Project ' || n % 100, date '2026-11-20' - (n * 1000::bigint / {rows})::int, 60, 8000, 8000, 'EUR', true, '[]', n / 40 % 20 > 0,
       CASE WHEN n / 40 % 20 > 0 THEN pg_temp.made('sale', n) END, 1, timestamptz '2026-11-20Z', timestamptz '2026-11-20Z'
FROM generate_series(0, {rows} - 1) AS n;
