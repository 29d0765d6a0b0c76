-- svc: phase=expand
-- svc: replaces=1:160dca86ba6f89af66516b85ec1b7f74928af52a93bc1aa0ea5bfed8a1cbb42c
-- svc: replaces=3:51c7e5c76bab6a8fb25f370bdac01d153dc8679862c6483d4b61ac203f49aaaf
-- svc: replaces=4:8dc1b7f58247c65db21b146458b3518c8a25e3d9a830005143b8faa979d6e56c
-- svc: replaces=5:09da8a4b42083379c41f55f945ea9232858bc5c1171eef751e204e025e417196
-- svc: replaces=6:a94f844649498536d7b5a2eba806686cbe6a400848c1ab2e88ff16c7342a2035
-- svc: replaces=7:65929162a9669ca28cd40d3800e118283136d7bca07f0f0e59014f54d051feea
-- svc: replaces=8:a416ac3d8621d810bd3abb19578df468d42c4a480188e6e26e27aef79805c8f1
-- svc: replaces=10:82cce65a4d6cb48db5cdd1a389e1b0cdecaff241e7d4a4e7fac8ae82071d6a8c
-- svc: replaces=11:cf52eef10a4334bad3da4d7ebfec33a7cc003146a6b8b0d39ae6f63552913120
-- svc: replaces=12:0529bdd3321612e2c13731028943692ec6b2b9a118b1af70b22aa626637d8063
-- Fiscal regimes as a company has set them, and what was submitted to authorities.

CREATE TABLE compliance.regime (
    company_id uuid NOT NULL,
    regime text COLLATE "C" NOT NULL,
    -- available: the company keeps settings of a regime that it has never enabled.
    state text COLLATE "C" NOT NULL CONSTRAINT regime_state_check
        CHECK (state IN ('available', 'enabled', 'disabled', 'error')),
    mode text COLLATE "C" NOT NULL CONSTRAINT regime_mode_check CHECK (mode IN ('test', 'production')),
    auto_submit boolean NOT NULL DEFAULT false,
    settings json NOT NULL DEFAULT '{}',
    secrets json NOT NULL DEFAULT '{}',
    certificates json NOT NULL DEFAULT '{}',
    version integer NOT NULL DEFAULT 1,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    CONSTRAINT regime_pkey PRIMARY KEY (company_id, regime)
);
COMMENT ON TABLE compliance.regime IS 'Settings of the regimes that a company has touched. Bound policy.';
COMMENT ON COLUMN compliance.regime.secrets IS 'Secret settings that the host keeps, by name.';
COMMENT ON COLUMN compliance.regime.certificates IS 'By setting: kind, subject, issuer, notAfter …, and the days of the last warning.';
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
    calls integer NOT NULL DEFAULT 0,
    attempts integer NOT NULL DEFAULT 0,
    batched boolean NOT NULL DEFAULT false,
    reference text,
    qr_code text,
    error text,
    error_code text,
    payload bytea,
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
-- Indexes that find few rows by a key begin with it: before the first figures of a table, a plan takes any index that begins
-- with the company, and reads all that it holds of the company.
-- The submissions of a document, newest first.
CREATE INDEX submission_document_idx ON compliance.submission (document_id, company_id, kind, id);
-- Of one document and regime at most one is under way: two at once would tell the authority twice.
CREATE UNIQUE INDEX submission_open_key ON compliance.submission (company_id, regime, kind, document_id, operation)
    WHERE status IN ('pending', 'submitted', 'held');
-- Counts of a regime (pending, rejected) and its last submission.
CREATE INDEX submission_regime_idx ON compliance.submission (regime, company_id, status, submitted_at);
-- What waits to go out in the message of another one.
CREATE INDEX submission_batched_idx ON compliance.submission (company_id, regime, id) WHERE batched AND status = 'pending';
COMMENT ON TABLE compliance.submission IS 'Documents on their way to an authority. Bound policy.';
COMMENT ON COLUMN compliance.submission.calls IS 'How often the authority was called, whatever came of it.';
COMMENT ON COLUMN compliance.submission.attempts IS 'How often that failed: the seventh time ends it.';
COMMENT ON COLUMN compliance.submission.batched IS 'Goes out in the message of another one; no job sends it on its own.';
COMMENT ON COLUMN compliance.submission.payload IS 'What is to be sent, as the regime sealed it with the document.';
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

-- What was sent to an authority and what it answered, try by try. A try without an end is one whose answer is not known.
CREATE TABLE compliance.attempt (
    company_id uuid NOT NULL,
    submission_id uuid NOT NULL,
    number integer NOT NULL,
    began_at timestamptz NOT NULL,
    ended_at timestamptz,
    outcome text COLLATE "C",
    request bytea,
    answer bytea,
    CONSTRAINT attempt_pkey PRIMARY KEY (company_id, submission_id, number),
    CONSTRAINT attempt_submission_fkey FOREIGN KEY (company_id, submission_id)
        REFERENCES compliance.submission (company_id, id)
);
COMMENT ON TABLE compliance.attempt IS 'Tries to send a submission. Bound policy.';
SELECT svc.company_table('compliance.attempt');

-- What a regime wants printed on a document.
CREATE TABLE compliance.mark (
    company_id uuid NOT NULL,
    kind text COLLATE "C" NOT NULL CONSTRAINT mark_kind_check CHECK (kind IN ('sale', 'credit_note')),
    document_id text COLLATE "C" NOT NULL,
    regime text COLLATE "C" NOT NULL,
    lines json NOT NULL,
    qr text,
    caption text,
    more json,
    made_at timestamptz NOT NULL,
    CONSTRAINT mark_pkey PRIMARY KEY (company_id, kind, document_id, regime)
);
COMMENT ON TABLE compliance.mark IS 'Printed words and codes of regimes, by document. Bound policy.';
COMMENT ON COLUMN compliance.mark.caption IS 'What the code is for; read out where it cannot be seen.';
COMMENT ON COLUMN compliance.mark.more IS 'Further marks of the regime, printed behind this one: array of { lines, qr, caption }.';
SELECT svc.company_table('compliance.mark');
