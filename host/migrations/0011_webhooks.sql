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
ALTER TABLE svc.webhook ENABLE ROW LEVEL SECURITY;
ALTER TABLE svc.webhook FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON svc.webhook
    USING ((SELECT coalesce(current_setting('svc.company', true), '') = '')
           OR company_id = (SELECT nullif(current_setting('svc.company', true), '')::uuid));

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
ALTER TABLE svc.webhook_delivery ENABLE ROW LEVEL SECURITY;
ALTER TABLE svc.webhook_delivery FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON svc.webhook_delivery
    USING (company_id = (SELECT current_setting('svc.company')::uuid))
    WITH CHECK (company_id = (SELECT current_setting('svc.company')::uuid));
CREATE TABLE svc.webhook_delivery_default PARTITION OF svc.webhook_delivery DEFAULT;
ALTER TABLE svc.webhook_delivery_default ENABLE ROW LEVEL SECURITY;
ALTER TABLE svc.webhook_delivery_default FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON svc.webhook_delivery_default
    USING (company_id = (SELECT current_setting('svc.company')::uuid))
    WITH CHECK (company_id = (SELECT current_setting('svc.company')::uuid));

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
    tried boolean NOT NULL DEFAULT false,
    attempt integer NOT NULL DEFAULT 0,
    first_attempt integer NOT NULL DEFAULT 1,
    PRIMARY KEY (company_id, webhook_id, delivery_id)
);
CREATE INDEX webhook_due_due_at ON svc.webhook_due (company_id, webhook_id, due_at);
CREATE INDEX webhook_due_leased ON svc.webhook_due (company_id, webhook_id) WHERE leased;
CREATE INDEX webhook_due_document ON svc.webhook_due (company_id, webhook_id, object_id, position) WHERE NOT tried;
COMMENT ON TABLE svc.webhook_due IS 'Queue of deliveries. Look-up policy: workers claim for all companies.';
ALTER TABLE svc.webhook_due ENABLE ROW LEVEL SECURITY;
ALTER TABLE svc.webhook_due FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON svc.webhook_due
    USING ((SELECT coalesce(current_setting('svc.company', true), '') = '')
           OR company_id = (SELECT nullif(current_setting('svc.company', true), '')::uuid));
