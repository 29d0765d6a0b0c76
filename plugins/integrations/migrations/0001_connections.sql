-- svc: phase=expand
-- svc: replaces=1:ab33ae12e7cf282a1af8dbd3e0a0019c812d17f73710e61a97e04d0d69485feb
-- svc: replaces=3:9258d12375a157fdaa6c6d64616e4b8369d89a783d5fafe707feed7cf25096d8
-- svc: replaces=5:a5c68978ba9f42904077b386021a5196743480cd95bb80ffbfc947e0e51202c2
-- svc: replaces=7:3cfd2a5c599d9b80581ea6286d21c2956d37cd98a2c362f1394ec051bfea7723
-- svc: replaces=9:a324ec5c3b1cacf84a45b3890c1706e227c37633c3fb74f0c5de42b72499ac7d
-- Providers that a company has connected, and what they bring. Credentials are kept by the connectors themselves, sealed.

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
    not_before timestamptz,
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
COMMENT ON COLUMN integrations.connection.not_before IS 'Retry-After of the provider: what is asked by itself waits until then.';
SELECT svc.company_table('integrations.connection');

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
    outcome text COLLATE "C",
    CONSTRAINT authorization_pkey PRIMARY KEY (company_id, state_hash)
);
COMMENT ON TABLE integrations.authorization IS 'Each may come back once, within ten minutes. Bound policy.';
COMMENT ON COLUMN integrations.authorization.state_hash IS 'SHA-256 of the state of OAuth 2, in hexadecimal.';
COMMENT ON COLUMN integrations.authorization.outcome IS
    'Of the call that has brought the keys: called while they are tried, connected, or the code of a refusal. Null: no such call came.';
SELECT svc.company_table('integrations.authorization');

-- How far each feed of a connection has been fetched.
CREATE TABLE integrations.feed (
    company_id uuid NOT NULL,
    provider text COLLATE "C" NOT NULL,
    name text COLLATE "C" NOT NULL,
    -- Of the connector: where the next page begins; moves in the transaction of each page.
    cursor json,
    -- Until the first page: the day from which a person wants it fetched again.
    since date,
    -- Another one when the cursor moves, and after each new connection: a page that was fetched before is not kept.
    turn bigint NOT NULL,
    -- When it is fetched next without being asked.
    due_at timestamptz NOT NULL,
    -- The provider asks not to be called before.
    not_before timestamptz,
    last_at timestamptz,
    failures integer NOT NULL DEFAULT 0,
    last_error text,
    records bigint NOT NULL DEFAULT 0,
    CONSTRAINT feed_pkey PRIMARY KEY (company_id, provider, name)
);
COMMENT ON TABLE integrations.feed IS 'Feeds of connected providers. Bound policy.';
SELECT svc.company_table('integrations.feed');

-- Which orders came from which account of a provider: one that the company has left may still ask for their personal data to be erased,
-- when another account of the provider is connected.
CREATE TABLE integrations.account_order (
    company_id uuid NOT NULL,
    provider text COLLATE "C" NOT NULL,
    external_id text COLLATE "C" NOT NULL,
    account text COLLATE "C" NOT NULL,
    left_at timestamptz,
    CONSTRAINT account_order_pkey PRIMARY KEY (company_id, provider, external_id)
);
COMMENT ON TABLE integrations.account_order IS
    'Orders of providers that have one address for all accounts, until 90 days after the account was left. Bound policy.';
COMMENT ON COLUMN integrations.account_order.left_at IS 'Since when the account is not connected any more; null: it is.';
SELECT svc.company_table('integrations.account_order');
