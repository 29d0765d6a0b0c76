-- svc: phase=expand
-- The end of the chain of a company. Whoever seals locks the row until the commit: a chain has no fork.
CREATE TABLE florin.chain (
    company_id uuid NOT NULL,
    sequence bigint NOT NULL,
    seal text NOT NULL,
    CONSTRAINT chain_pkey PRIMARY KEY (company_id)
);
COMMENT ON TABLE florin.chain IS 'The last seal of each company. Bound policy.';
SELECT svc.company_table('florin.chain');

CREATE TABLE florin.record (
    company_id uuid NOT NULL,
    sequence bigint NOT NULL,
    record text NOT NULL,
    seal text NOT NULL,
    CONSTRAINT record_pkey PRIMARY KEY (company_id, sequence)
);
COMMENT ON TABLE florin.record IS 'What was sealed, as it was sealed. Bound policy.';
SELECT svc.company_table('florin.record');
