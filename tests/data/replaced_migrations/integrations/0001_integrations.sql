-- svc: phase=expand
-- Providers that a company has connected. Credentials are kept by the connectors themselves, sealed.

CREATE TABLE integrations.connection (
    company_id uuid NOT NULL,
    provider text COLLATE "C" NOT NULL,
    state text COLLATE "C" NOT NULL CONSTRAINT connection_state_check CHECK (state IN ('connected', 'error', 'expired')),
    account json,
    settings json NOT NULL DEFAULT '{}',
    failures integer NOT NULL DEFAULT 0,
    failing_since timestamptz,
    last_error text,
    syncing_since timestamptz,
    last_sync_at timestamptz,
    connected_at timestamptz NOT NULL,
    version integer NOT NULL DEFAULT 1,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    created_by_kind text COLLATE "C",
    created_by_id uuid,
    -- Also the list: a company has few.
    CONSTRAINT connection_pkey PRIMARY KEY (company_id, provider)
);
COMMENT ON TABLE integrations.connection IS 'Connected providers; one that is disconnected has no row. Bound policy.';
SELECT svc.company_table('integrations.connection');
