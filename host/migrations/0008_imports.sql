-- svc: phase=expand
-- svc: replaces=8:f4071400526d83714fc39d89951233b22c4691b9ffa28b2b72884c4f445d02d9
-- Imports of files: how far those that run have come, and how the last ones ended.
CREATE TABLE svc.import_run (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    kind text COLLATE "C" NOT NULL,
    dry_run boolean NOT NULL,
    status text COLLATE "C" NOT NULL
        CONSTRAINT import_run_status_check CHECK (status IN ('running', 'succeeded', 'failed')),
    bytes_done bigint NOT NULL,
    bytes_total bigint NOT NULL,
    rows bigint NOT NULL,
    error text,
    request_id text COLLATE "C" NOT NULL,
    created_at timestamptz NOT NULL,
    seen_at timestamptz NOT NULL,
    finished_at timestamptz,
    PRIMARY KEY (company_id, id)
);
COMMENT ON TABLE svc.import_run IS 'The last imports of a company. Bound policy.';
SELECT svc.company_table('svc.import_run');
