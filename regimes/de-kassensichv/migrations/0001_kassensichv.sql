-- svc: phase=expand
-- The till of a company: its receipts, what the TSE gave for each, outages, closings.

CREATE TABLE de_kassensichv.till (
    company_id uuid NOT NULL,
    sequence bigint NOT NULL,
    closing bigint NOT NULL,
    closed_to bigint NOT NULL,
    CONSTRAINT till_pkey PRIMARY KEY (company_id)
) WITH (fillfactor = 50);
COMMENT ON TABLE de_kassensichv.till IS 'Numbers of the last receipt and closing; locked by whoever records. Bound policy.';
COMMENT ON COLUMN de_kassensichv.till.closed_to IS 'The last receipt that a closing holds.';
SELECT svc.company_table('de_kassensichv.till');

CREATE TABLE de_kassensichv.receipt (
    company_id uuid NOT NULL,
    sequence bigint NOT NULL,
    id uuid NOT NULL,
    document text COLLATE "C" NOT NULL,
    recorded_at timestamptz NOT NULL,
    type text COLLATE "C" NOT NULL,
    process_data text NOT NULL,
    content json NOT NULL,
    CONSTRAINT receipt_pkey PRIMARY KEY (company_id, sequence)
);
-- Each document is recorded once.
CREATE UNIQUE INDEX receipt_document_key ON de_kassensichv.receipt (company_id, document);
CREATE UNIQUE INDEX receipt_id_key ON de_kassensichv.receipt (company_id, id);
COMMENT ON TABLE de_kassensichv.receipt IS 'What the till records, in its order. Bound policy; written once.';
COMMENT ON COLUMN de_kassensichv.receipt.id IS 'BON_ID, also the identifier of the transaction of the TSE.';
COMMENT ON COLUMN de_kassensichv.receipt.content IS 'Lines, payments, customer, reference: what the export has of it.';
SELECT svc.company_table('de_kassensichv.receipt', append_only => true);

CREATE TABLE de_kassensichv.tse (
    company_id uuid NOT NULL,
    number bigint NOT NULL,
    serial text COLLATE "C" NOT NULL,
    algorithm text NOT NULL,
    time_format text NOT NULL,
    public_key text NOT NULL,
    CONSTRAINT tse_pkey PRIMARY KEY (company_id, number)
);
CREATE UNIQUE INDEX tse_serial_key ON de_kassensichv.tse (company_id, serial);
COMMENT ON TABLE de_kassensichv.tse IS 'Security devices that have signed. Bound policy; written once.';
SELECT svc.company_table('de_kassensichv.tse', append_only => true);

CREATE TABLE de_kassensichv.signature (
    company_id uuid NOT NULL,
    sequence bigint NOT NULL,
    tse bigint,
    transaction bigint,
    counter bigint,
    started_at text,
    logged_at text,
    signature text,
    process_data text,
    qr text,
    error text,
    recorded_at timestamptz NOT NULL,
    CONSTRAINT signature_pkey PRIMARY KEY (company_id, sequence),
    CONSTRAINT signature_or_error_check CHECK ((error IS NULL) = (signature IS NOT NULL AND qr IS NOT NULL))
);
COMMENT ON TABLE de_kassensichv.signature IS 'What the TSE gave for a receipt, or why there is none. Bound policy; written once.';
SELECT svc.company_table('de_kassensichv.signature', append_only => true);

CREATE TABLE de_kassensichv.outage (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    started_at timestamptz NOT NULL,
    ended_at timestamptz,
    reason text NOT NULL,
    CONSTRAINT outage_pkey PRIMARY KEY (company_id, id)
);
CREATE UNIQUE INDEX outage_open_key ON de_kassensichv.outage (company_id) WHERE ended_at IS NULL;
COMMENT ON TABLE de_kassensichv.outage IS 'Times in which the TSE did not sign. Bound policy.';
SELECT svc.company_table('de_kassensichv.outage');

CREATE TABLE de_kassensichv.closing (
    company_id uuid NOT NULL,
    number bigint NOT NULL,
    closed_at timestamptz NOT NULL,
    date date NOT NULL,
    first_sequence bigint NOT NULL,
    last_sequence bigint NOT NULL,
    session text COLLATE "C",
    master json NOT NULL,
    CONSTRAINT closing_pkey PRIMARY KEY (company_id, number)
);
CREATE INDEX closing_date_idx ON de_kassensichv.closing (company_id, date, number);
COMMENT ON TABLE de_kassensichv.closing IS 'Closings of the till (Z) and the receipts that each holds. Bound policy; written once.';
COMMENT ON COLUMN de_kassensichv.closing.master IS 'Company and till as they were: master data change between closings only.';
SELECT svc.company_table('de_kassensichv.closing');

-- The stand-in of a TSE for tests and demonstrations.
CREATE TABLE de_kassensichv.software_tse (
    company_id uuid NOT NULL,
    transactions bigint NOT NULL,
    signatures bigint NOT NULL,
    CONSTRAINT software_tse_pkey PRIMARY KEY (company_id)
);
COMMENT ON TABLE de_kassensichv.software_tse IS 'Counters of the stand-in. Bound policy.';
SELECT svc.company_table('de_kassensichv.software_tse');

CREATE TABLE de_kassensichv.software_transaction (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    number bigint NOT NULL,
    revision bigint NOT NULL,
    started_at timestamptz NOT NULL,
    finished_at timestamptz,
    counter bigint,
    process_data text,
    signature text,
    CONSTRAINT software_transaction_pkey PRIMARY KEY (company_id, id)
);
COMMENT ON TABLE de_kassensichv.software_transaction IS 'Transactions of the stand-in. Bound policy.';
SELECT svc.company_table('de_kassensichv.software_transaction');
