-- svc: phase=expand
-- The till of a company and its receipts, each signed with the digest of the one before.

CREATE TABLE at_rksv.till (
    company_id uuid NOT NULL,
    sequence bigint NOT NULL,
    previous_jws text COLLATE "C" NOT NULL,
    turnover bigint NOT NULL,
    certificate text COLLATE "C" NOT NULL,
    out_of_order boolean NOT NULL,
    month text COLLATE "C" NOT NULL,
    CONSTRAINT till_pkey PRIMARY KEY (company_id)
) WITH (fillfactor = 50);
COMMENT ON TABLE at_rksv.till IS 'Where the chain of receipts ends. Bound policy.';
COMMENT ON COLUMN at_rksv.till.turnover IS 'Sum of all receipts but those of training, cents.';
COMMENT ON COLUMN at_rksv.till.out_of_order IS 'The last receipt has no signature: a zero receipt comes first.';
COMMENT ON COLUMN at_rksv.till.month IS 'Of the last receipt, YYYY-MM: a later one begins with a zero receipt.';
SELECT svc.company_table('at_rksv.till');

CREATE TABLE at_rksv.receipt (
    company_id uuid NOT NULL,
    sequence bigint NOT NULL,
    number text COLLATE "C" NOT NULL,
    at timestamptz NOT NULL,
    certificate text COLLATE "C" NOT NULL,
    jws text COLLATE "C" NOT NULL,
    CONSTRAINT receipt_pkey PRIMARY KEY (company_id, sequence)
);
-- The turnover is encrypted with the number: two receipts with one number would tell it.
CREATE UNIQUE INDEX receipt_number_key ON at_rksv.receipt (company_id, number);
COMMENT ON TABLE at_rksv.receipt IS 'Receipts in their chain. Bound policy; written once.';
SELECT svc.company_table('at_rksv.receipt', append_only => true);

CREATE TABLE at_rksv.certificate (
    company_id uuid NOT NULL,
    serial text COLLATE "C" NOT NULL,
    chain_pem text NOT NULL,
    CONSTRAINT certificate_pkey PRIMARY KEY (company_id, serial)
);
COMMENT ON TABLE at_rksv.certificate IS 'Certificates that receipts were signed with. Bound policy; written once.';
SELECT svc.company_table('at_rksv.certificate', append_only => true);
