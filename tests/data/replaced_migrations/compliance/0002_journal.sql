-- svc: phase=expand
-- The sealed journal: what a company with a sealing regime sold, took in, gave back and closed, record by record, each with
-- the digest of the one before. Written once, in the transaction of the document.

-- The end of the chain. Its row is there before the first record, and is locked by the last statements of a transaction:
-- records have no gap and follow the commits.
CREATE TABLE compliance.journal_head (
    company_id uuid NOT NULL,
    sequence bigint NOT NULL,
    previous_hash text COLLATE "C" NOT NULL,
    hash text COLLATE "C" NOT NULL,
    sealing boolean NOT NULL,
    training boolean NOT NULL,
    CONSTRAINT journal_head_pkey PRIMARY KEY (company_id)
) WITH (fillfactor = 50);
COMMENT ON TABLE compliance.journal_head IS 'Last record of the sealed journal, and whether a sealing regime is enabled.';
COMMENT ON COLUMN compliance.journal_head.previous_hash IS 'Of the last record: the statement that adds one returns it.';
COMMENT ON COLUMN compliance.journal_head.training IS 'The regime is in test mode: records are marked.';
SELECT svc.company_table('compliance.journal_head');

CREATE TABLE compliance.journal_entry (
    company_id uuid NOT NULL,
    sequence bigint NOT NULL,
    at timestamptz NOT NULL,
    kind text COLLATE "C" NOT NULL,
    document text COLLATE "C" NOT NULL,
    number text COLLATE "C",
    data text NOT NULL,
    previous_hash text COLLATE "C" NOT NULL,
    hash text COLLATE "C" NOT NULL,
    CONSTRAINT journal_entry_pkey PRIMARY KEY (company_id, sequence)
);
COMMENT ON TABLE compliance.journal_entry IS 'Records of the sealed journal. Bound policy; written once.';
COMMENT ON COLUMN compliance.journal_entry.document IS 'UUID of the document, period of a closing, or regime.';
COMMENT ON COLUMN compliance.journal_entry.data IS 'Canonical JSON (RFC 8785), as it was hashed.';
-- A document has one record of a kind; which documents have none.
CREATE UNIQUE INDEX journal_entry_document_key ON compliance.journal_entry (company_id, kind, document)
    WHERE kind <> 'settings';
-- Bounds of a period.
CREATE INDEX journal_entry_at_idx ON compliance.journal_entry (company_id, at);
SELECT svc.company_table('compliance.journal_entry', append_only => true);

-- Signed heads: who changes a record and all that follows from it cannot sign anew.
CREATE TABLE compliance.journal_seal (
    company_id uuid NOT NULL,
    sequence bigint NOT NULL,
    hash text COLLATE "C" NOT NULL,
    signed_at text COLLATE "C" NOT NULL,
    public_key text COLLATE "C" NOT NULL,
    signature text COLLATE "C" NOT NULL,
    CONSTRAINT journal_seal_pkey PRIMARY KEY (company_id, sequence)
);
COMMENT ON TABLE compliance.journal_seal IS 'Hashes of the journal, signed by the service. Bound policy; written once.';
COMMENT ON COLUMN compliance.journal_seal.signed_at IS 'As it was signed: ISO 8601, UTC.';
SELECT svc.company_table('compliance.journal_seal', append_only => true);

-- Row-level security hides what is append-only from UPDATE and DELETE; this says so to those whom no policy binds.
CREATE FUNCTION compliance.refuse_change() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog AS $$
BEGIN
    RAISE EXCEPTION 'records of the sealed journal are never changed' USING ERRCODE = 'insufficient_privilege';
END
$$;
CREATE TRIGGER journal_entry_unchanged BEFORE UPDATE OR DELETE OR TRUNCATE ON compliance.journal_entry
    FOR EACH STATEMENT EXECUTE FUNCTION compliance.refuse_change();
CREATE TRIGGER journal_seal_unchanged BEFORE UPDATE OR DELETE OR TRUNCATE ON compliance.journal_seal
    FOR EACH STATEMENT EXECUTE FUNCTION compliance.refuse_change();
