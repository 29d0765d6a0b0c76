-- svc: phase=expand
-- svc: foreach-company
-- Counts what was there before it was counted.
INSERT INTO svc.attachment_tally (company_id, kind, attachments)
SELECT company_id, kind, count(*) FROM svc.attachment GROUP BY company_id, kind;
