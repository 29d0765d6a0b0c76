-- The counts of attachments per kind of document are those of the attachments.
SELECT coalesce(t.company_id, a.company_id) AS company_id, 'attachments of kind ' || coalesce(t.kind, a.kind) AS subject,
       coalesce(a.attachments, 0)::text AS expected, coalesce(t.attachments, 0)::text AS found
FROM svc.attachment_tally t
FULL JOIN (SELECT company_id, kind, count(*) AS attachments FROM svc.attachment GROUP BY company_id, kind) a
       ON a.company_id = t.company_id AND a.kind = t.kind
WHERE coalesce(a.attachments, 0) <> coalesce(t.attachments, 0);
