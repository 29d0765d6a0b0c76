-- svc: phase=expand
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
