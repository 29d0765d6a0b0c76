-- svc: phase=expand
-- Signed digests of the sealed journal: who changes an entry and all that follows from it cannot sign anew.
CREATE TABLE ledger.checkpoint (
    company_id uuid NOT NULL,
    fiscal_year integer NOT NULL,
    number bigint NOT NULL,
    digest text COLLATE "C" NOT NULL,
    signed_at text COLLATE "C" NOT NULL,
    public_key text COLLATE "C" NOT NULL,
    signature text COLLATE "C" NOT NULL,
    CONSTRAINT ledger_checkpoint_pkey PRIMARY KEY (company_id, fiscal_year, number)
);
COMMENT ON TABLE ledger.checkpoint IS 'Digest of the journal up to an entry, signed by the service. Written once; bound policies.';
COMMENT ON COLUMN ledger.checkpoint.signed_at IS 'As it was signed: ISO 8601, UTC.';
ALTER TABLE ledger.checkpoint ENABLE ROW LEVEL SECURITY;
ALTER TABLE ledger.checkpoint FORCE ROW LEVEL SECURITY;
CREATE POLICY company_read ON ledger.checkpoint FOR SELECT
    USING (company_id = (SELECT current_setting('svc.company')::uuid));
CREATE POLICY company_insert ON ledger.checkpoint FOR INSERT
    WITH CHECK (company_id = (SELECT current_setting('svc.company')::uuid));
