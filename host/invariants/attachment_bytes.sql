-- The bytes of every attachment are there, and their sum is what counts for the plan.
SELECT a.company_id, 'attachment ' || a.id AS subject, a.size::text AS expected,
       coalesce(sum(length(p.bytes)), 0)::text AS found
  FROM svc.attachment a
  LEFT JOIN svc.attachment_part p ON p.company_id = a.company_id AND p.attachment_id = a.id
 GROUP BY a.company_id, a.id, a.size
HAVING a.size <> coalesce(sum(length(p.bytes)), 0)
 UNION ALL
SELECT u.company_id, 'bytes of all attachments', coalesce(sum(a.size), 0)::text, u.bytes::text
  FROM svc.attachment_use u
  LEFT JOIN svc.attachment a ON a.company_id = u.company_id
 GROUP BY u.company_id, u.bytes
HAVING u.bytes <> coalesce(sum(a.size), 0);
