-- Events of sixty days, one in a hundred of a rare type, and the history of a tenth as many documents.
INSERT INTO svc.event (company_id, number, position, type, object, object_id, created_at, data)
SELECT '{company}', 900000000 + n, 1000000 + n, CASE WHEN n % 100 = 7 THEN 'partner.created' ELSE 'sale.created' END,
       CASE WHEN n % 100 = 7 THEN 'partner' ELSE 'sale' END, 'par_' || lpad((n / 10)::text, 26, '0'),
       timestamptz '2026-09-20Z' + n * interval '60 days' / {rows}, '{}'
FROM generate_series(0, {rows} - 1) AS n;
INSERT INTO svc.history (company_id, kind, document_id, id, at, action)
SELECT '{company}', 'partner', 'par_' || lpad((n / 10)::text, 26, '0'), pg_temp.made('history', n),
       timestamptz '2026-09-20Z' + n * interval '60 days' / {rows}, 'updated'
FROM generate_series(0, {rows} - 1) AS n;
