-- svc: phase=expand
-- Invoices as they are sent to KSeF, and the sessions in which they are sent.

CREATE TABLE pl_ksef.document (
    company_id uuid NOT NULL,
    document text COLLATE "C" NOT NULL,
    version integer NOT NULL,
    environment text COLLATE "C" NOT NULL,
    nip text COLLATE "C" NOT NULL,
    number text NOT NULL,
    issued date NOT NULL,
    mode text COLLATE "C" NOT NULL,
    file text NOT NULL,
    digest text COLLATE "C" NOT NULL,
    replaced text COLLATE "C",
    certificate_link text COLLATE "C",
    submission text COLLATE "C",
    state text COLLATE "C" NOT NULL,
    session text COLLATE "C",
    reference text COLLATE "C",
    ksef_number text COLLATE "C",
    CONSTRAINT document_pkey PRIMARY KEY (company_id, document, version),
    CONSTRAINT document_state_check CHECK (state IN ('made', 'sent', 'accepted', 'rejected'))
) WITH (fillfactor = 80);
CREATE INDEX document_session_idx ON pl_ksef.document (company_id, session) WHERE state = 'sent';
COMMENT ON TABLE pl_ksef.document IS 'Files of invoices and corrections, and what KSeF said of them. Bound policy.';
COMMENT ON COLUMN pl_ksef.document.document IS 'Identifier of the sale or credit note.';
COMMENT ON COLUMN pl_ksef.document.version IS 'From 1: after a refusal another file is made.';
COMMENT ON COLUMN pl_ksef.document.file IS 'FA(3), byte for byte as it is sent.';
COMMENT ON COLUMN pl_ksef.document.digest IS 'SHA-256 of the file in base 64 for URLs.';
COMMENT ON COLUMN pl_ksef.document.replaced IS 'Digest of the refused offline invoice that this file corrects technically.';
COMMENT ON COLUMN pl_ksef.document.certificate_link IS 'Code II of an invoice that was issued offline.';
COMMENT ON COLUMN pl_ksef.document.reference IS 'Of the invoice in its session.';
SELECT svc.company_table('pl_ksef.document');

CREATE TABLE pl_ksef.session (
    company_id uuid NOT NULL,
    reference text COLLATE "C" NOT NULL,
    environment text COLLATE "C" NOT NULL,
    nip text COLLATE "C" NOT NULL,
    opened_at timestamptz NOT NULL,
    closed_at timestamptz,
    CONSTRAINT session_pkey PRIMARY KEY (company_id, reference)
);
COMMENT ON TABLE pl_ksef.session IS 'Interactive sessions; their keys are among the secrets of the plugin. Bound policy.';
SELECT svc.company_table('pl_ksef.session');
