-- svc: phase=expand
-- svc: replaces=5:a1847643f524e086899ecd4b890cde4c0cd740b293b4b62c4148393bc7e0110d
-- svc: replaces=12:74ea44e85845f0d66bef1606a29dca8750c4378b358aecd3364b701d230ff87f
-- svc: replaces=13:49f63e2559582acccf77f2ff9cc15499b0acfe906f9540312db9ab736003ab51
-- Work done later: jobs, schedules, leases of work that only one host may do, the testing clock.

-- A job is due when state is 'queued' and due_at is reached, or when it is 'running' and its lease has passed.
-- attempts is raised when the job is claimed, before work starts, and fences the update that records the outcome.
CREATE TABLE svc.job (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    plugin text COLLATE "C" NOT NULL,
    -- Whose the job is stands in a column, as does whether it has a lane: a comparison with a known value is turned around by the
    -- planner, which then does not find it in an index, and reads the finished jobs of the company as well.
    of_host boolean NOT NULL GENERATED ALWAYS AS (plugin = 'host') STORED,
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
    in_lane boolean NOT NULL GENERATED ALWAYS AS (lane IS NOT NULL) STORED,
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
-- the next through this index, and its oldest jobs through the same. Jobs of a lane that wait behind its first do not keep
-- others from being found, however many they are.
CREATE INDEX job_kind ON svc.job (of_host, outside, company_id, plugin, in_lane, due_at) WHERE state = 'queued';
CREATE INDEX job_lane ON svc.job (company_id, plugin, lane, lane_number)
    WHERE lane IS NOT NULL AND state IN ('queued', 'running');
CREATE INDEX job_lease_until ON svc.job (lease_until) WHERE state = 'running';
COMMENT ON TABLE svc.job IS
    'Look-up policy: workers claim due jobs of all companies, then run each bound. key makes filing idempotent; null files always.';
SELECT svc.look_up_table('svc.job');

-- Jobs of a plugin of a company that may begin, at most `most`, what was due first before the others: those in no lane, and
-- the first of each lane unless it runs, is not due or its lane is in `busy` ('plugin/lane'). Lanes are found by their due
-- jobs; when the first 64 of these do not give enough, as they wait behind others of their lanes, from lane to lane.
CREATE FUNCTION svc.due_jobs(company uuid, named text, for_host boolean, runs_outside boolean, now timestamptz,
                             busy text[], most bigint)
    RETURNS TABLE (job_id uuid, since timestamptz) LANGUAGE plpgsql STABLE AS $$
DECLARE
    most_seen CONSTANT integer := 64;
    seen integer := 0;
    due record;
    looked text[] := '{}';
    firsts uuid[] := '{}';
    firsts_since timestamptz[] := '{}';
BEGIN
    -- The limit is a constant, here too: without one the planner would sort all that wait.
    FOR due IN
        SELECT j.lane FROM svc.job j
         WHERE j.state = 'queued' AND j.of_host = for_host AND j.outside = runs_outside AND j.company_id = company
           AND j.plugin = named AND j.in_lane AND j.due_at <= now ORDER BY j.due_at LIMIT 64
    LOOP
        EXIT WHEN cardinality(firsts) >= most;
        seen := seen + 1;
        CONTINUE WHEN due.lane = ANY (looked);
        looked := looked || due.lane;
        CONTINUE WHEN named || '/' || due.lane = ANY (busy);
        SELECT j.id, j.due_at INTO job_id, since
          FROM (SELECT * FROM svc.job f WHERE f.company_id = company AND f.plugin = named AND f.lane = due.lane
                   AND f.state IN ('queued', 'running') ORDER BY f.lane_number LIMIT 1) j
         WHERE j.state = 'queued' AND j.of_host = for_host AND j.outside = runs_outside AND j.due_at <= now;
        IF FOUND THEN
            firsts := firsts || job_id;
            firsts_since := firsts_since || since;
        END IF;
    END LOOP;
    IF seen = most_seen AND cardinality(firsts) < most THEN
        WITH RECURSIVE lanes AS (
            (SELECT j.lane FROM svc.job j WHERE j.company_id = company AND j.plugin = named AND j.lane IS NOT NULL
                AND j.state IN ('queued', 'running') ORDER BY j.lane LIMIT 1)
            UNION ALL SELECT n.lane FROM lanes l CROSS JOIN LATERAL (
                SELECT j.lane FROM svc.job j WHERE j.company_id = company AND j.plugin = named AND j.lane > l.lane
                   AND j.state IN ('queued', 'running') ORDER BY j.lane LIMIT 1) n)
        SELECT firsts || coalesce(array_agg(f.id), '{}'), firsts_since || coalesce(array_agg(f.due_at), '{}')
          INTO firsts, firsts_since
          FROM lanes l CROSS JOIN LATERAL (
            SELECT j.id, j.due_at, j.state, j.of_host, j.outside FROM svc.job j
             WHERE j.company_id = company AND j.plugin = named AND j.lane = l.lane AND j.state IN ('queued', 'running')
             ORDER BY j.lane_number LIMIT 1) f
         WHERE l.lane <> ALL (looked) AND named || '/' || l.lane <> ALL (busy)
           AND f.state = 'queued' AND f.of_host = for_host AND f.outside = runs_outside AND f.due_at <= now;
    END IF;
    RETURN QUERY SELECT d.id, d.due_at FROM (
        (SELECT j.id, j.due_at FROM svc.job j
          WHERE j.state = 'queued' AND j.of_host = for_host AND j.outside = runs_outside AND j.company_id = company
            AND j.plugin = named AND NOT j.in_lane AND j.due_at <= now ORDER BY j.due_at LIMIT most)
        UNION ALL SELECT * FROM unnest(firsts, firsts_since)) AS d (id, due_at)
     ORDER BY d.due_at LIMIT most;
END $$;

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
