-- Attachments, ten of each document, one in twenty of a partner.
INSERT INTO svc.attachment (company_id, id, kind, document_id, file_name, content_type, size, sha256, created_at)
SELECT '{company}', pg_temp.made('attachment', n), CASE WHEN n % 20 < 19 THEN 'sale' ELSE 'partner' END,
       'par_' || lpad((n / 10)::text, 26, '0'), 'scan.pdf', 'application/pdf', 1000, sha256(n::text::bytea),
       timestamptz '2026-11-20Z'
FROM generate_series(0, {rows} - 1) AS n;
