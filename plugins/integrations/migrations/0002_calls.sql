-- svc: phase=expand
-- svc: replaces=2:d8cdb9c5e27a020299c87267a9184eb9f62c7661a854e08ec69c3489078377c7
-- svc: replaces=4:5b9fe4c964ef72642616821d225e4073794b71220ce0e060ea22a70bbb6cc209
-- svc: replaces=6:39164f9511302eb4a8b3978340834cfe04ae694ed914cdeb4e5a5b16b6d59d36
-- svc: replaces=8:2734eb9bd54784e1ed0a0f0bfc46583749c463318d094ceca7af70548e819138
-- What was asked of providers for documents, what providers have told, and the exchange itself.

-- Nobody can commit this database and a provider together: an attempt is written before the call and again after it.
CREATE TABLE integrations.attempt (
    company_id uuid NOT NULL,
    attempt_id uuid NOT NULL,
    operation text COLLATE "C" NOT NULL CONSTRAINT attempt_operation_check
        CHECK (operation IN ('payment_link', 'push_to_phone', 'signature', 'archive', 'mail')),
    provider text COLLATE "C" NOT NULL,
    document_kind text COLLATE "C" NOT NULL,
    document_id text COLLATE "C" NOT NULL,
    -- Of this operation of the provider on this document, from 1.
    number integer NOT NULL,
    -- The provider does it once for the same key.
    idempotency_key text COLLATE "C" NOT NULL,
    -- planned: nothing was sent yet, or it is certain that nothing was; it will be sent.
    -- called: a call is or was under way and its answer is not known; held: a person must look.
    state text COLLATE "C" NOT NULL CONSTRAINT attempt_state_check
        CHECK (state IN ('planned', 'called', 'done', 'failed', 'held')),
    -- Of what was asked for: open, then as it ended.
    status text COLLATE "C" NOT NULL CONSTRAINT attempt_status_check
        CHECK (status IN ('open', 'paid', 'failed', 'expired', 'signed', 'declined', 'kept', 'sent')),
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

-- What was exchanged with providers, without secrets and bodies.
CREATE TABLE integrations.call (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    provider text COLLATE "C" NOT NULL,
    at timestamptz NOT NULL,
    direction text COLLATE "C" NOT NULL,
    method text COLLATE "C" NOT NULL,
    path text COLLATE "C" NOT NULL,
    status integer,
    duration_ms bigint NOT NULL,
    error_code text COLLATE "C",
    error_message text COLLATE "C",
    request_id text COLLATE "C" NOT NULL,
    CONSTRAINT call_pkey PRIMARY KEY (company_id, id),
    CONSTRAINT call_direction_check CHECK (direction IN ('out', 'in'))
);
CREATE INDEX call_provider_idx ON integrations.call (company_id, provider, id DESC);
COMMENT ON TABLE integrations.call IS 'Calls of connectors and of providers, kept for 30 days. Bound policy.';
COMMENT ON COLUMN integrations.call.status IS 'Of the answer; null: there was none, see error_code.';
COMMENT ON COLUMN integrations.call.error_message IS
    'The words of the provider, without what is secret. Null: it says nothing, or it has not refused.';
SELECT svc.company_table('integrations.call');
