-- svc: phase=expand
-- What went to the platform of a company, what came from it, and what was reported to the administration.

CREATE TABLE fr_einvoicing.progress (
    company_id uuid NOT NULL,
    fetched_until timestamptz,
    reports_from date,
    reports_checked_on date,
    CONSTRAINT progress_pkey PRIMARY KEY (company_id)
) WITH (fillfactor = 50);
COMMENT ON TABLE fr_einvoicing.progress IS 'Up to where flows were fetched, and since when transactions are reported. Bound policy.';
SELECT svc.company_table('fr_einvoicing.progress');

CREATE TABLE fr_einvoicing.document (
    company_id uuid NOT NULL,
    document text COLLATE "C" NOT NULL,
    number text COLLATE "C" NOT NULL,
    type_code integer NOT NULL,
    date date NOT NULL,
    buyer_siren text COLLATE "C" NOT NULL,
    buyer_name text NOT NULL,
    submission text COLLATE "C",
    tracking text COLLATE "C",
    CONSTRAINT document_pkey PRIMARY KEY (company_id, document)
);
CREATE INDEX document_number_idx ON fr_einvoicing.document (company_id, number);
COMMENT ON TABLE fr_einvoicing.document IS 'Invoices and credit notes that go to their buyers through the platform. Bound policy.';
COMMENT ON COLUMN fr_einvoicing.document.document IS 'Identifier of the sale or credit note.';
COMMENT ON COLUMN fr_einvoicing.document.submission IS 'The newest submission that has begun to send it.';
COMMENT ON COLUMN fr_einvoicing.document.tracking IS 'trackingId of its last deposit.';
SELECT svc.company_table('fr_einvoicing.document');

CREATE TABLE fr_einvoicing.supplier_invoice (
    company_id uuid NOT NULL,
    supplier_invoice text COLLATE "C" NOT NULL,
    flow text COLLATE "C" NOT NULL,
    number text COLLATE "C" NOT NULL,
    type_code integer NOT NULL,
    date date NOT NULL,
    seller_siren text COLLATE "C" NOT NULL,
    seller_name text NOT NULL,
    purchase text COLLATE "C",
    CONSTRAINT supplier_invoice_pkey PRIMARY KEY (company_id, supplier_invoice)
);
CREATE INDEX supplier_invoice_purchase_idx ON fr_einvoicing.supplier_invoice (company_id, purchase) WHERE purchase IS NOT NULL;
COMMENT ON TABLE fr_einvoicing.supplier_invoice IS 'Invoices of suppliers that the platform has brought. Bound policy.';
COMMENT ON COLUMN fr_einvoicing.supplier_invoice.purchase IS 'The purchase that was made of it or matched with it.';
SELECT svc.company_table('fr_einvoicing.supplier_invoice');

CREATE TABLE fr_einvoicing.incoming (
    company_id uuid NOT NULL,
    flow text COLLATE "C" NOT NULL,
    flow_type text COLLATE "C" NOT NULL,
    taken_at timestamptz NOT NULL,
    about text COLLATE "C",
    error text,
    CONSTRAINT incoming_pkey PRIMARY KEY (company_id, flow)
);
COMMENT ON TABLE fr_einvoicing.incoming IS 'Flows of the platform that were taken in, each once. Bound policy.';
COMMENT ON COLUMN fr_einvoicing.incoming.about IS 'The document or supplier invoice that it became or told of.';
COMMENT ON COLUMN fr_einvoicing.incoming.error IS 'Why nothing could be made of it.';
SELECT svc.company_table('fr_einvoicing.incoming');

CREATE TABLE fr_einvoicing.status (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    about text COLLATE "C" NOT NULL,
    code text COLLATE "C" NOT NULL,
    cause text COLLATE "C" NOT NULL,
    message text NOT NULL,
    state text COLLATE "C" NOT NULL DEFAULT 'waiting',
    flow text COLLATE "C",
    error text,
    made_at timestamptz NOT NULL,
    CONSTRAINT status_pkey PRIMARY KEY (company_id, id),
    CONSTRAINT status_cause_key UNIQUE (company_id, about, code, cause),
    CONSTRAINT status_state_check CHECK (state IN ('waiting', 'sent', 'accepted', 'refused', 'dropped'))
);
CREATE INDEX status_sent_idx ON fr_einvoicing.status (company_id, made_at) WHERE state = 'sent';
COMMENT ON TABLE fr_einvoicing.status IS 'Statuses of the life cycle that the company tells, as messages (CDAR). Bound policy.';
COMMENT ON COLUMN fr_einvoicing.status.about IS 'Identifier of the sale or of the supplier invoice.';
COMMENT ON COLUMN fr_einvoicing.status.cause IS 'What it is told for: a payment, a payment that was taken back, a decision.';
SELECT svc.company_table('fr_einvoicing.status');

CREATE TABLE fr_einvoicing.report (
    company_id uuid NOT NULL,
    id text COLLATE "C" NOT NULL,
    kind text COLLATE "C" NOT NULL,
    from_date date NOT NULL,
    to_date date NOT NULL,
    due_date date NOT NULL,
    version integer NOT NULL,
    correction boolean NOT NULL,
    content_sha256 text COLLATE "C" NOT NULL,
    xml text,
    state text COLLATE "C" NOT NULL,
    flow text COLLATE "C",
    error text,
    made_at timestamptz NOT NULL,
    CONSTRAINT report_pkey PRIMARY KEY (company_id, id),
    CONSTRAINT report_period_key UNIQUE (company_id, kind, from_date, version),
    CONSTRAINT report_kind_check CHECK (kind IN ('transactions', 'payments')),
    CONSTRAINT report_state_check CHECK (state IN ('empty', 'waiting', 'sent', 'accepted', 'refused'))
);
CREATE INDEX report_sent_idx ON fr_einvoicing.report (company_id, made_at) WHERE state = 'sent';
COMMENT ON TABLE fr_einvoicing.report IS 'Transmissions of flow 10, version by version. Bound policy.';
COMMENT ON COLUMN fr_einvoicing.report.content_sha256 IS 'Digest of what it says, without identifier and time: another one asks for a correction.';
COMMENT ON COLUMN fr_einvoicing.report.xml IS 'As it is sent; NULL where there was nothing to report.';
SELECT svc.company_table('fr_einvoicing.report');
