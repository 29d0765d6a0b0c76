-- svc: phase=expand
-- Documents as they were first written, and what companies say of their look.

-- A document is written once and served from here ever after: the same bytes, the same digest.
CREATE TABLE documents.file (
    company_id uuid NOT NULL,
    kind text COLLATE "C" NOT NULL,        -- sale, credit_note, quote …
    document_id uuid NOT NULL,
    form text COLLATE "C" NOT NULL,        -- pdf:fr:a4, ubl:peppol …
    revision text COLLATE "C" NOT NULL,    -- digest of what may still be edited on the document
    file_name text NOT NULL,
    content_type text COLLATE "C" NOT NULL,
    content bytea NOT NULL,
    sha256 bytea NOT NULL,
    created_at timestamptz NOT NULL,
    CONSTRAINT file_pkey PRIMARY KEY (company_id, document_id, form, revision, kind)
);
-- What is written is compressed already (PDF) or read rarely (XML).
ALTER TABLE documents.file ALTER COLUMN content SET STORAGE EXTERNAL;
-- Sealed: rows are added and read, never changed.
SELECT svc.company_table('documents.file', append_only => true);

CREATE TABLE documents.look (
    company_id uuid NOT NULL,
    accent text COLLATE "C" NOT NULL,
    logo bytea,
    introduction text,
    footer text,
    version integer NOT NULL,
    updated_at timestamptz NOT NULL,
    CONSTRAINT look_pkey PRIMARY KEY (company_id)
);
SELECT svc.company_table('documents.look');
