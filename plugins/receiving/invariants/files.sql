-- The file of every supplier invoice is there, and is the one that was read.
SELECT i.company_id, 'supplier invoice ' || i.id AS subject, i.sha256 AS expected,
       coalesce(encode(a.sha256, 'hex'), 'no file') AS found
  FROM receiving.supplier_invoice i
  LEFT JOIN svc.attachment a ON a.company_id = i.company_id AND a.id = i.attachment_id
 WHERE encode(a.sha256, 'hex') IS DISTINCT FROM i.sha256;
