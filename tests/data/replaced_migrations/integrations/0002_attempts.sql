-- svc: phase=expand
-- What was asked of providers for documents, and what providers have told.

-- Nobody can commit this database and a provider together: an attempt is written before the call and again after it.
CREATE TABLE integrations.attempt (
    company_id uuid NOT NULL,
    attempt_id uuid NOT NULL,
    operation text COLLATE "C" NOT NULL CONSTRAINT attempt_operation_check
        CHECK (operation IN ('payment_link', 'push_to_phone', 'signature', 'archive')),
    provider text COLLATE "C" NOT NULL,
    document_kind text COLLATE "C" NOT NULL,
    document_id text COLLATE "C" NOT NULL,
    -- Of this operation of the provider on this document, from 1.
    number integer NOT NULL,
    -- The provider does it once for the same key.
    idempotency_key text COLLATE "C" NOT NULL,
    -- called: a call is or was under way and its answer is not known; held: a person must look.
    state text COLLATE "C" NOT NULL CONSTRAINT attempt_state_check CHECK (state IN ('called', 'done', 'failed', 'held')),
    -- Of what was asked for: open, then as it ended.
    status text COLLATE "C" NOT NULL CONSTRAINT attempt_status_check
        CHECK (status IN ('open', 'paid', 'failed', 'expired', 'signed', 'declined', 'kept')),
    request json NOT NULL,
    answer json,
    -- Of the provider.
    reference text COLLATE "C",
    amount bigint,
    currency text COLLATE "C",
    error text,
    expires_at timestamptz,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    created_by_kind text COLLATE "C",
    created_by_id uuid,
    CONSTRAINT attempt_pkey PRIMARY KEY (company_id, attempt_id),
    CONSTRAINT attempt_number_key UNIQUE (company_id, document_id, operation, provider, number)
);
CREATE INDEX attempt_reference ON integrations.attempt (company_id, provider, reference);
-- What a provider tells later of money that came in, such as that it was given back.
CREATE INDEX attempt_payment ON integrations.attempt (company_id, provider, (answer ->> 'paymentId')) WHERE status = 'paid';
COMMENT ON TABLE integrations.attempt IS 'Calls to providers for documents. Bound policy.';
SELECT svc.company_table('integrations.attempt');

-- Calls of providers that were verified: a repeated one finds its row.
CREATE TABLE integrations.incoming_call (
    company_id uuid NOT NULL,
    provider text COLLATE "C" NOT NULL,
    external_id text COLLATE "C" NOT NULL,
    received_at timestamptz NOT NULL,
    CONSTRAINT incoming_call_pkey PRIMARY KEY (company_id, provider, external_id)
);
CREATE INDEX incoming_call_received ON integrations.incoming_call (company_id, received_at);
COMMENT ON TABLE integrations.incoming_call IS 'Verified calls of providers, kept for 30 days. Bound policy.';
SELECT svc.company_table('integrations.incoming_call');
