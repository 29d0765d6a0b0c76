-- svc: phase=expand
-- How far the documents of a company have come at the authority.

CREATE TABLE bj_emcf.invoice (
    company_id uuid NOT NULL,
    document text COLLATE "C" NOT NULL,
    uid text COLLATE "C" NOT NULL,
    submitted_at timestamptz NOT NULL,
    confirming boolean NOT NULL,
    code text COLLATE "C",
    CONSTRAINT invoice_pkey PRIMARY KEY (company_id, document)
);
CREATE INDEX invoice_pending_idx ON bj_emcf.invoice (company_id) WHERE code IS NULL;
COMMENT ON TABLE bj_emcf.invoice IS 'Documents submitted to the authority. Bound policy.';
COMMENT ON COLUMN bj_emcf.invoice.document IS 'Identifier of the sale or credit note; of a cancellation, of the sale with .cancel behind it.';
COMMENT ON COLUMN bj_emcf.invoice.confirming IS 'The second step was begun: nobody can be asked whether it was done.';
COMMENT ON COLUMN bj_emcf.invoice.code IS 'What the authority certified it with.';
SELECT svc.company_table('bj_emcf.invoice');
