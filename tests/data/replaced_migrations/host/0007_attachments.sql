-- svc: phase=expand
-- Files that people attach to documents. The bytes are rows of at most 256 KiB, so that neither side ever holds
-- more than one of them besides the file itself.

CREATE TABLE svc.attachment (
    company_id uuid NOT NULL REFERENCES svc.company (company_id),
    id uuid NOT NULL,
    kind text COLLATE "C" NOT NULL,
    document_id text COLLATE "C" NOT NULL,
    file_name text NOT NULL,
    content_type text COLLATE "C" NOT NULL,
    size bigint NOT NULL,
    sha256 bytea NOT NULL CONSTRAINT attachment_sha256_check CHECK (length(sha256) = 32),
    created_at timestamptz NOT NULL,
    created_by_kind text COLLATE "C",
    created_by_id uuid,
    -- Also the list, newest first: identifiers grow with time.
    PRIMARY KEY (company_id, id)
);
-- The list of one document (filters kind and documentId).
CREATE INDEX attachment_document ON svc.attachment (company_id, document_id, kind, id);
-- Filter kind alone, newest first.
CREATE INDEX attachment_kind ON svc.attachment (company_id, kind, id);
COMMENT ON TABLE svc.attachment IS 'Files attached to documents. Bound policy.';
SELECT svc.company_table('svc.attachment');

CREATE TABLE svc.attachment_part (
    company_id uuid NOT NULL,
    attachment_id uuid NOT NULL,
    number integer NOT NULL,
    bytes bytea NOT NULL,
    PRIMARY KEY (company_id, attachment_id, number),
    FOREIGN KEY (company_id, attachment_id) REFERENCES svc.attachment (company_id, id) ON DELETE CASCADE
);
-- Documents and pictures are compressed already.
ALTER TABLE svc.attachment_part ALTER COLUMN bytes SET STORAGE EXTERNAL;
COMMENT ON TABLE svc.attachment_part IS 'The bytes of attachments in order. Bound policy.';
SELECT svc.company_table('svc.attachment_part');

-- Locked by an upload until its commit, so that the ceiling of the plan holds under races.
CREATE TABLE svc.attachment_use (
    company_id uuid NOT NULL REFERENCES svc.company (company_id),
    bytes bigint NOT NULL,
    PRIMARY KEY (company_id)
);
COMMENT ON TABLE svc.attachment_use IS 'Bytes of all attachments of a company. Bound policy.';
SELECT svc.company_table('svc.attachment_use');
