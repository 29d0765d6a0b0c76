-- svc: phase=expand
-- Jobs of a lane that wait behind its first do not keep others from being found, however many they are.
ALTER TABLE svc.job ADD COLUMN in_lane boolean NOT NULL GENERATED ALWAYS AS (lane IS NOT NULL) STORED;
DROP INDEX svc.job_kind;
CREATE INDEX job_kind ON svc.job (of_host, outside, company_id, plugin, in_lane, due_at) WHERE state = 'queued';

-- Jobs of a plugin of a company that may begin, at most `most`, what was due first before the others: those in no lane, and
-- the first of each lane unless it runs, is not due or its lane is in `busy` ('plugin/lane'). Lanes are found by their due
-- jobs; when the first 64 of these do not give enough, as they wait behind others of their lanes, from lane to lane.
CREATE OR REPLACE FUNCTION svc.due_jobs(company uuid, named text, for_host boolean, runs_outside boolean, now timestamptz,
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
