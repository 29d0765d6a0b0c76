-- Every file is the one whose digest stands on its document, and no two have one KSeF number.
SELECT d.company_id, 'file of ' || d.number AS subject, d.digest AS expected,
       rtrim(translate(encode(sha256(convert_to(d.file, 'UTF8')), 'base64'), '+/', '-_'), '=') AS found
  FROM pl_ksef.document d
 WHERE rtrim(translate(encode(sha256(convert_to(d.file, 'UTF8')), 'base64'), '+/', '-_'), '=') <> d.digest
 UNION ALL
SELECT d.company_id, 'KSeF number ' || d.ksef_number, 'one document', count(*) || ' documents'
  FROM pl_ksef.document d
 WHERE d.ksef_number IS NOT NULL
 GROUP BY d.company_id, d.ksef_number
HAVING count(*) > 1;
