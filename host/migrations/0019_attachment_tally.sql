-- svc: phase=expand
-- How many attachments there are, by kind of document: serves the number of all rows of their list, also with the filter
-- kind. A document has few, which attachment_document counts (filter documentId).
CREATE TABLE svc.attachment_tally (
    company_id uuid NOT NULL REFERENCES svc.company (company_id),
    kind text COLLATE "C" NOT NULL,
    attachments bigint NOT NULL,
    PRIMARY KEY (company_id, kind)
) WITH (fillfactor = 50);
COMMENT ON TABLE svc.attachment_tally IS 'Number of attachments by kind of document. Bound policy.';
ALTER TABLE svc.attachment_tally ENABLE ROW LEVEL SECURITY;
ALTER TABLE svc.attachment_tally FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON svc.attachment_tally
    USING (company_id = (SELECT current_setting('svc.company')::uuid))
    WITH CHECK (company_id = (SELECT current_setting('svc.company')::uuid));

-- Filter kind alone, newest first.
CREATE INDEX attachment_kind ON svc.attachment (company_id, kind, id);
