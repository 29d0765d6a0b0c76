-- svc: phase=expand
-- svc: replaces=1:d93eb96312d5558b2df617b98b2dad2afc31dbb22ad4ee50ead4ebced4e65d30
-- svc: replaces=2:34436c4ed956f9c1b9fde98d2f222ca5d04840b4c67283965529e3758d91edc4
-- svc: replaces=3:04b7d0de1a8f9ddd7923ccb5eee7f7a778935359fad6d1fb750a25394432bd6c
-- The till of a company and its receipts, each signed with the digest of the one before.

CREATE TABLE at_rksv.till (
    company_id uuid NOT NULL,
    sequence bigint NOT NULL,
    previous_jws text COLLATE "C" NOT NULL,
    turnover bigint NOT NULL,
    -- A host that holds the key in memory knows by this that it is still the one.
    turnover_key text COLLATE "C" NOT NULL DEFAULT '',
    certificate text COLLATE "C" NOT NULL,
    out_of_order boolean NOT NULL,
    month text COLLATE "C" NOT NULL,
    -- Times do not go backwards in the chain when many sell at once.
    at timestamptz,
    CONSTRAINT till_pkey PRIMARY KEY (company_id)
) WITH (fillfactor = 50);
COMMENT ON TABLE at_rksv.till IS 'Where the chain of receipts ends. Bound policy.';
COMMENT ON COLUMN at_rksv.till.turnover IS 'Sum of all receipts but those of training, cents.';
COMMENT ON COLUMN at_rksv.till.turnover_key IS 'SHA-256 of the key, in hexadecimal; empty before the first receipt.';
COMMENT ON COLUMN at_rksv.till.out_of_order IS 'The last receipt has no signature: a zero receipt comes first.';
COMMENT ON COLUMN at_rksv.till.month IS 'Of the last receipt, YYYY-MM: a later one begins with a zero receipt.';
COMMENT ON COLUMN at_rksv.till.at IS 'Of the last receipt; empty before the first one that was written with it.';
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
