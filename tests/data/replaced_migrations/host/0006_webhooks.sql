-- svc: phase=expand
-- Webhooks, their deliveries, and the queue of what is due.

-- secret is AES-256-GCM under a key derived from the master key; company, webhook and key version are authenticated.
CREATE TABLE svc.webhook (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    url text NOT NULL,
    events text[] NOT NULL,
    description text,
    enabled boolean NOT NULL DEFAULT true,
    disabled_reason text COLLATE "C",
    disabled_at timestamptz,
    api_version text COLLATE "C" NOT NULL,
    secret text COLLATE "C" NOT NULL,
    key_version integer NOT NULL DEFAULT 1,
    -- The secret before the newest one signs too until previous_until, so that a receiver can change over.
    previous_secret text COLLATE "C",
    previous_key_version integer,
    previous_until timestamptz,
    consecutive_failures integer NOT NULL DEFAULT 0,
    last_delivery_at timestamptz,
    last_status integer,
    version integer NOT NULL DEFAULT 1,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    created_by_kind text COLLATE "C",
    created_by_id uuid,
    PRIMARY KEY (company_id, id)
);
COMMENT ON TABLE svc.webhook IS 'Addresses that receive events. Look-up policy: workers lock them for all companies when they claim.';
SELECT svc.look_up_table('svc.webhook');

-- One event for one webhook. created_at is the instant of the event. The body that is sent is made of the event's row,
-- whose bytes never change; only a ping, which is in no journal, keeps its body here.
CREATE TABLE svc.webhook_delivery (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    webhook_id uuid NOT NULL,
    event_number bigint NOT NULL,
    position bigint NOT NULL,
    event text COLLATE "C" NOT NULL,
    object_id text COLLATE "C" NOT NULL,
    body text,
    state text COLLATE "C" NOT NULL
        CHECK (state IN ('pending', 'retrying', 'succeeded', 'exhausted', 'missed', 'failed')),
    attempt integer NOT NULL DEFAULT 0,
    http_status integer,
    duration_ms integer,
    error text COLLATE "C",
    response_excerpt text,
    next_attempt_at timestamptz,
    attempts jsonb NOT NULL DEFAULT '[]',
    created_at timestamptz NOT NULL,
    PRIMARY KEY (company_id, id, created_at)
) PARTITION BY RANGE (created_at);
CREATE INDEX webhook_delivery_list ON svc.webhook_delivery (company_id, webhook_id, created_at, position);
COMMENT ON TABLE svc.webhook_delivery IS 'Bound policy. Partitions by day, kept 30 days.';
SELECT svc.company_table('svc.webhook_delivery');
CREATE TABLE svc.webhook_delivery_default PARTITION OF svc.webhook_delivery DEFAULT;
SELECT svc.company_table('svc.webhook_delivery_default');

-- What is to be sent, and nothing else, so that it stays small. A claimed row is leased until due_at: when its host
-- dies it is simply due again. attempt is raised by the claim and fences the outcome. first_attempt is the attempt with
-- which the running schedule began. An untried row holds back the later events of its document.
CREATE TABLE svc.webhook_due (
    company_id uuid NOT NULL,
    webhook_id uuid NOT NULL,
    delivery_id uuid NOT NULL,
    created_at timestamptz NOT NULL,
    position bigint NOT NULL,
    object_id text COLLATE "C" NOT NULL,
    due_at timestamptz NOT NULL,
    leased boolean NOT NULL DEFAULT false,
    -- A host may hold many deliveries of one webhook when no other host holds any.
    leased_by text COLLATE "C",
    tried boolean NOT NULL DEFAULT false,
    attempt integer NOT NULL DEFAULT 0,
    first_attempt integer NOT NULL DEFAULT 1,
    PRIMARY KEY (company_id, webhook_id, delivery_id)
);
CREATE INDEX webhook_due_due_at ON svc.webhook_due (company_id, webhook_id, due_at);
CREATE INDEX webhook_due_leased ON svc.webhook_due (company_id, webhook_id) WHERE leased;
CREATE INDEX webhook_due_document ON svc.webhook_due (company_id, webhook_id, object_id, position) WHERE NOT tried;
COMMENT ON TABLE svc.webhook_due IS 'Queue of deliveries. Look-up policy: workers claim for all companies.';
SELECT svc.look_up_table('svc.webhook_due');
