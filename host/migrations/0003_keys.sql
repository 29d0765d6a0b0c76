-- svc: phase=expand
-- API keys, the requests made with them, stored answers of repeated writes, secrets of plugins.

CREATE TABLE svc.api_key (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    name text NOT NULL,
    mode text COLLATE "C" NOT NULL CHECK (mode IN ('live', 'test')),
    prefix text COLLATE "C" NOT NULL,
    digest bytea NOT NULL,
    scopes text[] NOT NULL,
    expires_at timestamptz,
    allowed_ips text[] NOT NULL DEFAULT '{}',
    api_version text COLLATE "C" NOT NULL,
    last_used_at timestamptz,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    created_by_kind text COLLATE "C",
    created_by_id uuid,
    revoked_at timestamptz,
    PRIMARY KEY (company_id, id),
    FOREIGN KEY (company_id) REFERENCES svc.company (company_id)
);
COMMENT ON TABLE svc.api_key IS 'Look-up policy: joined from svc.api_key_directory before the company is known.';
ALTER TABLE svc.api_key ENABLE ROW LEVEL SECURITY;
ALTER TABLE svc.api_key FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON svc.api_key
    USING ((SELECT coalesce(current_setting('svc.company', true), '') = '')
           OR company_id = (SELECT nullif(current_setting('svc.company', true), '')::uuid));

-- A key is found by its digest alone, so the digest is the key of a table of its own; the row is written with
-- the key and deleted when the key is revoked.
CREATE TABLE svc.api_key_directory (
    digest bytea PRIMARY KEY,
    company_id uuid NOT NULL,
    key_id uuid NOT NULL
);
COMMENT ON TABLE svc.api_key_directory IS
    'directory: SHA-256 of an API key to its company; holds nothing else of a company. Look-up policy.';
ALTER TABLE svc.api_key_directory ENABLE ROW LEVEL SECURITY;
ALTER TABLE svc.api_key_directory FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON svc.api_key_directory
    USING ((SELECT coalesce(current_setting('svc.company', true), '') = '')
           OR company_id = (SELECT nullif(current_setting('svc.company', true), '')::uuid));

-- Requests made with a key, kept 7 days, one partition a day. Rows of a day without partition go to the default one.
CREATE TABLE svc.key_request (
    company_id uuid NOT NULL,
    key_id uuid NOT NULL,
    request_id text COLLATE "C" NOT NULL,
    at timestamptz NOT NULL,
    method text COLLATE "C" NOT NULL,
    path text COLLATE "C" NOT NULL,
    status integer NOT NULL,
    message text,
    duration_ms integer NOT NULL,
    idempotency_key text COLLATE "C",
    address text COLLATE "C"
) PARTITION BY RANGE (at);
CREATE INDEX key_request_key ON svc.key_request (company_id, key_id, at);
COMMENT ON TABLE svc.key_request IS 'Look-up policy: the host writes the rows of many companies in one statement.';
ALTER TABLE svc.key_request ENABLE ROW LEVEL SECURITY;
ALTER TABLE svc.key_request FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON svc.key_request
    USING ((SELECT coalesce(current_setting('svc.company', true), '') = '')
           OR company_id = (SELECT nullif(current_setting('svc.company', true), '')::uuid));
CREATE TABLE svc.key_request_default PARTITION OF svc.key_request DEFAULT;
ALTER TABLE svc.key_request_default ENABLE ROW LEVEL SECURITY;
ALTER TABLE svc.key_request_default FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON svc.key_request_default
    USING ((SELECT coalesce(current_setting('svc.company', true), '') = '')
           OR company_id = (SELECT nullif(current_setting('svc.company', true), '')::uuid));

-- Answers stored under an Idempotency-Key, kept 24 hours. Two requests with one key are kept apart by an advisory
-- lock, so created_at in the primary key (it must be there: the table is partitioned by it) costs no uniqueness.
CREATE TABLE svc.idempotency (
    company_id uuid NOT NULL,
    key text COLLATE "C" NOT NULL,
    method text COLLATE "C" NOT NULL,
    path text COLLATE "C" NOT NULL,
    body_digest bytea NOT NULL,
    status integer NOT NULL,
    headers jsonb NOT NULL DEFAULT '{}',
    body text,
    request_id text COLLATE "C",
    created_at timestamptz NOT NULL,
    PRIMARY KEY (company_id, key, created_at)
) PARTITION BY RANGE (created_at);
COMMENT ON TABLE svc.idempotency IS 'Bound policy. Partitions by day, dropped after two days.';
ALTER TABLE svc.idempotency ENABLE ROW LEVEL SECURITY;
ALTER TABLE svc.idempotency FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON svc.idempotency
    USING (company_id = (SELECT current_setting('svc.company')::uuid))
    WITH CHECK (company_id = (SELECT current_setting('svc.company')::uuid));
CREATE TABLE svc.idempotency_default PARTITION OF svc.idempotency DEFAULT;
ALTER TABLE svc.idempotency_default ENABLE ROW LEVEL SECURITY;
ALTER TABLE svc.idempotency_default FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON svc.idempotency_default
    USING (company_id = (SELECT current_setting('svc.company')::uuid))
    WITH CHECK (company_id = (SELECT current_setting('svc.company')::uuid));

-- Secrets of plugins, AES-256-GCM under the master key of the named version.
CREATE TABLE svc.secret (
    company_id uuid NOT NULL,
    plugin text COLLATE "C" NOT NULL,
    name text COLLATE "C" NOT NULL,
    key_version integer NOT NULL,
    nonce bytea NOT NULL,
    ciphertext bytea NOT NULL,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    PRIMARY KEY (company_id, plugin, name)
);
COMMENT ON TABLE svc.secret IS 'Bound policy. ciphertext ends with the 16-byte tag; company, plugin, name and key version are authenticated.';
ALTER TABLE svc.secret ENABLE ROW LEVEL SECURITY;
ALTER TABLE svc.secret FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON svc.secret
    USING (company_id = (SELECT current_setting('svc.company')::uuid))
    WITH CHECK (company_id = (SELECT current_setting('svc.company')::uuid));
