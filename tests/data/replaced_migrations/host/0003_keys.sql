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
SELECT svc.look_up_table('svc.api_key');

-- A key is found by its digest alone, so the digest is the key of a table of its own; the row is written with
-- the key and deleted when the key is revoked.
CREATE TABLE svc.api_key_directory (
    digest bytea PRIMARY KEY,
    company_id uuid NOT NULL,
    key_id uuid NOT NULL
);
COMMENT ON TABLE svc.api_key_directory IS
    'directory: SHA-256 of an API key to its company; holds nothing else of a company. Look-up policy.';
SELECT svc.look_up_table('svc.api_key_directory');

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
SELECT svc.look_up_table('svc.key_request');
CREATE TABLE svc.key_request_default PARTITION OF svc.key_request DEFAULT;
SELECT svc.look_up_table('svc.key_request_default');

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
SELECT svc.company_table('svc.idempotency');
CREATE TABLE svc.idempotency_default PARTITION OF svc.idempotency DEFAULT;
SELECT svc.company_table('svc.idempotency_default');

-- Secrets of plugins, each sealed for its company, plugin and name.
CREATE TABLE svc.plugin_secret (
    company_id uuid NOT NULL,
    plugin text COLLATE "C" NOT NULL,
    name text COLLATE "C" NOT NULL,
    sealed text COLLATE "C" NOT NULL,
    updated_at timestamptz NOT NULL,
    PRIMARY KEY (company_id, plugin, name)
);
COMMENT ON TABLE svc.plugin_secret IS
    'Credentials and tokens. Look-up policy: svc-host reencrypt reads those of all companies.';
SELECT svc.look_up_table('svc.plugin_secret');

-- The master keys under which this database was written, so that it is never opened with another one by mistake.
CREATE TABLE svc.master_key (
    version integer PRIMARY KEY,
    fingerprint text COLLATE "C" NOT NULL,
    seen_at timestamptz NOT NULL
);
COMMENT ON TABLE svc.master_key IS 'A derived digest of each master key, not the key.';
