-- svc: phase=expand
-- People who were sent to a provider and have not come back yet.
CREATE TABLE integrations.authorization (
    company_id uuid NOT NULL,
    state_hash text COLLATE "C" NOT NULL,
    provider text COLLATE "C" NOT NULL,
    return_url text NOT NULL,
    expires_at timestamptz NOT NULL,
    created_by_kind text COLLATE "C",
    created_by_id uuid,
    -- Whose account the person was sent to, where the provider has a place of its own for each; null elsewhere.
    account text,
    -- Of the connection that is made when the person comes back.
    settings json NOT NULL DEFAULT '{}',
    CONSTRAINT authorization_pkey PRIMARY KEY (company_id, state_hash)
);
COMMENT ON TABLE integrations.authorization IS 'Each may come back once, within ten minutes. Bound policy.';
COMMENT ON COLUMN integrations.authorization.state_hash IS 'SHA-256 of the state of OAuth 2, in hexadecimal.';
SELECT svc.company_table('integrations.authorization');
