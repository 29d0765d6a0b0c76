-- svc: phase=expand
-- Fiscal regimes as a company has set them, and what was submitted to authorities.

CREATE TABLE compliance.regime (
    company_id uuid NOT NULL,
    regime text COLLATE "C" NOT NULL,
    state text COLLATE "C" NOT NULL CONSTRAINT regime_state_check CHECK (state IN ('enabled', 'disabled', 'error')),
    mode text COLLATE "C" NOT NULL CONSTRAINT regime_mode_check CHECK (mode IN ('test', 'production')),
    auto_submit boolean NOT NULL DEFAULT false,
    settings json NOT NULL DEFAULT '{}',
    secrets json NOT NULL DEFAULT '{}',
    version integer NOT NULL DEFAULT 1,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    CONSTRAINT regime_pkey PRIMARY KEY (company_id, regime)
);
COMMENT ON TABLE compliance.regime IS 'Settings of the regimes that a company has touched. Bound policy.';
COMMENT ON COLUMN compliance.regime.secrets IS 'Secret settings that the host keeps, by name.';
SELECT svc.company_table('compliance.regime');

CREATE TABLE compliance.submission (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    regime text COLLATE "C" NOT NULL,
    kind text COLLATE "C" NOT NULL CONSTRAINT submission_kind_check CHECK (kind IN ('sale', 'credit_note', 'cash_session')),
    document_id text COLLATE "C" NOT NULL,
    document_number text COLLATE "C",
    operation text COLLATE "C" NOT NULL CONSTRAINT submission_operation_check
        CHECK (operation IN ('issue', 'credit', 'cancel', 'report')),
    status text COLLATE "C" NOT NULL CONSTRAINT submission_status_check
        CHECK (status IN ('pending', 'submitted', 'accepted', 'rejected', 'failed', 'held')),
    attempts integer NOT NULL DEFAULT 0,
    reference text,
    qr_code text,
    error text,
    error_code text,
    payload_sha256 text COLLATE "C",
    submitted_at timestamptz,
    answered_at timestamptz,
    next_attempt_at timestamptz,
    version integer NOT NULL DEFAULT 1,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    created_by_kind text COLLATE "C",
    created_by_id uuid,
    CONSTRAINT submission_pkey PRIMARY KEY (company_id, id)
);
-- The submissions of a document, newest first.
CREATE INDEX submission_document_idx ON compliance.submission (company_id, kind, document_id, id);
-- Of one document and regime at most one is under way: two at once would tell the authority twice.
CREATE UNIQUE INDEX submission_open_key ON compliance.submission (company_id, regime, kind, document_id, operation)
    WHERE status IN ('pending', 'submitted', 'held');
-- Counts of a regime (pending, rejected) and its last submission.
CREATE INDEX submission_regime_idx ON compliance.submission (company_id, regime, status, submitted_at);
COMMENT ON TABLE compliance.submission IS 'Documents on their way to an authority. Bound policy.';
SELECT svc.company_table('compliance.submission');

-- The authority's own life cycle of a submission, ours too (France 200 to 213).
CREATE TABLE compliance.submission_status (
    company_id uuid NOT NULL,
    submission_id uuid NOT NULL,
    position integer NOT NULL,
    code text COLLATE "C" NOT NULL,
    label text NOT NULL,
    at timestamptz NOT NULL,
    direction text COLLATE "C" NOT NULL CONSTRAINT submission_status_direction_check CHECK (direction IN ('in', 'out')),
    CONSTRAINT submission_status_pkey PRIMARY KEY (company_id, submission_id, position),
    CONSTRAINT submission_status_submission_fkey FOREIGN KEY (company_id, submission_id)
        REFERENCES compliance.submission (company_id, id)
);
COMMENT ON TABLE compliance.submission_status IS 'States that an authority tells of a submission. Bound policy.';
SELECT svc.company_table('compliance.submission_status');
