-- svc: phase=expand
-- Work done later: jobs, schedules, leases of work that only one host may do, the testing clock.

-- A job is due when state is 'queued' and due_at is reached, or when it is 'running' and its lease has passed.
-- attempts is raised when the job is claimed, before work starts, and fences the update that records the outcome.
CREATE TABLE svc.job (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    plugin text COLLATE "C" NOT NULL,
    name text COLLATE "C" NOT NULL,
    kind text COLLATE "C" NOT NULL,
    key text COLLATE "C",
    state text COLLATE "C" NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'running', 'succeeded', 'failed')),
    due_at timestamptz NOT NULL,
    lease_until timestamptz,
    lease_owner text COLLATE "C",
    attempts integer NOT NULL DEFAULT 0,
    -- Attempts that do not count: the job asked to be run again.
    spared integer NOT NULL DEFAULT 0,
    -- Runs outside of a transaction, by workers of its own kind.
    outside boolean NOT NULL DEFAULT false,
    -- Jobs of one lane run one after the other, in the order of their numbers: drawn while the lane is locked, so that it is
    -- the order of the commits too.
    lane text COLLATE "C",
    lane_number bigint,
    payload text NOT NULL DEFAULT '{}',
    progress_done bigint NOT NULL DEFAULT 0,
    progress_total bigint,
    result text,
    error text,
    request_id text COLLATE "C",
    created_at timestamptz NOT NULL,
    created_by_kind text COLLATE "C",
    created_by_id uuid,
    finished_at timestamptz,
    PRIMARY KEY (company_id, id),
    UNIQUE (company_id, plugin, name, key)
);
CREATE SEQUENCE svc.job_lane_number;
-- Plugins of companies take turns at the job workers: each pair with something queued is found by skipping from one to
-- the next through this index, and its oldest jobs through the same.
CREATE INDEX job_kind ON svc.job ((plugin = 'host'), outside, company_id, plugin, due_at) WHERE state = 'queued';
CREATE INDEX job_lane ON svc.job (company_id, plugin, lane, lane_number)
    WHERE lane IS NOT NULL AND state IN ('queued', 'running');
CREATE INDEX job_lease_until ON svc.job (lease_until) WHERE state = 'running';
COMMENT ON TABLE svc.job IS
    'Look-up policy: workers claim due jobs of all companies, then run each bound. key makes filing idempotent; null files always.';
SELECT svc.look_up_table('svc.job');

CREATE TABLE svc.schedule (
    company_id uuid NOT NULL,
    plugin text COLLATE "C" NOT NULL,
    name text COLLATE "C" NOT NULL,
    next_at timestamptz NOT NULL,
    last_at timestamptz,
    PRIMARY KEY (company_id, plugin, name)
);
CREATE INDEX schedule_next ON svc.schedule (next_at);
COMMENT ON TABLE svc.schedule IS 'When each recurring job of a company runs next. Look-up policy.';
SELECT svc.look_up_table('svc.schedule');

-- Taken with UPDATE … WHERE until < <now of the host>, fencing + 1; writes of the holder check the fencing number.
CREATE TABLE svc.job_lease (
    name text COLLATE "C" PRIMARY KEY,
    owner text COLLATE "C" NOT NULL,
    until timestamptz NOT NULL,
    fencing bigint NOT NULL DEFAULT 1
);
COMMENT ON TABLE svc.job_lease IS 'Work of the service that one host does at a time, such as partition upkeep.';

-- How far the testing clock has been moved forward, in microseconds; always one row.
CREATE TABLE svc.clock_offset (
    only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    micros bigint NOT NULL DEFAULT 0
);
INSERT INTO svc.clock_offset DEFAULT VALUES;
COMMENT ON TABLE svc.clock_offset IS 'Offset of the testing clock, for every host and worker. Zero outside tests.';

-- The plugins each host runs, so that a mixture of versions that lasts too long is seen.
CREATE TABLE svc.host_plugin (
    host text COLLATE "C" NOT NULL,
    plugin text COLLATE "C" NOT NULL,
    version text COLLATE "C" NOT NULL,
    seen_at timestamptz NOT NULL,
    PRIMARY KEY (host, plugin)
);
COMMENT ON TABLE svc.host_plugin IS 'Versions of plugins by host.';

-- Hosts that serve this database, so that each allows its share of a caller's requests. Lost with a crash of the database,
-- and written again within seconds.
CREATE UNLOGGED TABLE svc.live_host (
    id uuid PRIMARY KEY,
    seen_at timestamptz NOT NULL
);
COMMENT ON TABLE svc.live_host IS 'Hosts and when they were last heard of, by the clock of the database.';

-- Requests under way that run outside of a transaction and hold an idempotency key.
CREATE TABLE svc.outside_request (
    company_id uuid NOT NULL,
    key text COLLATE "C" NOT NULL,
    request_id text COLLATE "C" NOT NULL,
    until timestamptz NOT NULL,
    PRIMARY KEY (company_id, key)
);
COMMENT ON TABLE svc.outside_request IS
    'Idempotency keys of requests that run outside of a transaction, until they have answered. Bound policy.';
SELECT svc.company_table('svc.outside_request');
