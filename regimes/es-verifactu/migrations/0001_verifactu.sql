-- svc: phase=expand
-- svc: replaces=1:4aff0d033cc4106148f8e4f66d91f0bee9ffb76fc24eb53f30bde82c70a42dd7
-- svc: replaces=2:35cd52f392d6efef90c68d289a4fcfe755af7866007e40af882dc8a02b3a0bc1
-- svc: replaces=3:0e319dd1e135825a225cc67c26b9b43ad7a2363620191dac4438284a32450010
-- The chain of records of a company, and what the authority said of each.

CREATE TABLE es_verifactu.chain (
    company_id uuid NOT NULL,
    sequence bigint NOT NULL,
    issuer text COLLATE "C" NOT NULL,
    number text COLLATE "C" NOT NULL,
    date date,
    hash text COLLATE "C" NOT NULL,
    sending_until timestamptz,
    wait_until timestamptz,
    message_at timestamptz,
    CONSTRAINT chain_pkey PRIMARY KEY (company_id)
) WITH (fillfactor = 50);
COMMENT ON TABLE es_verifactu.chain IS 'Where the chain of records ends, and when the next message may be sent. Bound policy.';
COMMENT ON COLUMN es_verifactu.chain.sending_until IS 'A message is under way, at the latest until then.';
COMMENT ON COLUMN es_verifactu.chain.wait_until IS 'The authority wants no message before.';
-- Records that are sealed before a message begins go out in it, and only the first of them has work filed for it.
COMMENT ON COLUMN es_verifactu.chain.message_at IS 'A submission will begin a message then, with what is sealed until it begins.';
SELECT svc.company_table('es_verifactu.chain');

CREATE TABLE es_verifactu.record (
    company_id uuid NOT NULL,
    sequence bigint NOT NULL,
    document text COLLATE "C" NOT NULL,
    annulment boolean NOT NULL,
    issuer text COLLATE "C" NOT NULL,
    number text COLLATE "C" NOT NULL,
    date date NOT NULL,
    total text COLLATE "C" NOT NULL,
    hash text COLLATE "C" NOT NULL,
    xml text NOT NULL,
    submission text COLLATE "C",
    state text COLLATE "C" NOT NULL,
    code text COLLATE "C",
    message text,
    csv text COLLATE "C",
    CONSTRAINT record_pkey PRIMARY KEY (company_id, sequence),
    CONSTRAINT record_state_check CHECK (state IN ('pending', 'accepted', 'rejected'))
) WITH (fillfactor = 80);
-- Begins with the document: before the first figures of a table, a plan takes any index that begins with the company, and reads
-- all that it holds of the company where a key would find one row.
CREATE INDEX record_document_idx ON es_verifactu.record (document, company_id, annulment, sequence DESC);
CREATE INDEX record_pending_idx ON es_verifactu.record (company_id, sequence) WHERE state = 'pending';
COMMENT ON TABLE es_verifactu.record IS 'Records in their chain. Bound policy; only what the authority says of them changes.';
COMMENT ON COLUMN es_verifactu.record.document IS 'Identifier of the sale or credit note; of an annulment, of the sale.';
COMMENT ON COLUMN es_verifactu.record.submission IS 'The submission that sends it, once it has begun.';
SELECT svc.company_table('es_verifactu.record');
