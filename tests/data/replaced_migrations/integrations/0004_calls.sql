-- svc: phase=expand
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
    request_id text COLLATE "C" NOT NULL,
    CONSTRAINT call_pkey PRIMARY KEY (company_id, id),
    CONSTRAINT call_direction_check CHECK (direction IN ('out', 'in'))
);
CREATE INDEX call_provider_idx ON integrations.call (company_id, provider, id DESC);
COMMENT ON TABLE integrations.call IS 'Calls of connectors and of providers, kept for 30 days. Bound policy.';
COMMENT ON COLUMN integrations.call.status IS 'Of the answer; null: there was none, see error_code.';
SELECT svc.company_table('integrations.call');
