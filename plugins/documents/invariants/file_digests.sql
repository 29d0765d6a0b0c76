-- A stored document is the bytes of its digest.
SELECT f.company_id, f.kind || ' ' || f.file_name || ' ' || f.form AS subject,
       encode(f.sha256, 'hex') AS expected, encode(sha256(f.content), 'hex') AS found
FROM documents.file f
WHERE f.sha256 <> sha256(f.content);
