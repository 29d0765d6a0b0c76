-- svc: phase=expand
-- Whose a job is stands in a column: a comparison with a known value is turned around by the planner, which then does not
-- find it in an index, and reads the finished jobs of the company as well.
ALTER TABLE svc.job ADD COLUMN of_host boolean NOT NULL GENERATED ALWAYS AS (plugin = 'host') STORED;
DROP INDEX svc.job_kind;
CREATE INDEX job_kind ON svc.job (of_host, outside, company_id, plugin, due_at) WHERE state = 'queued';

-- Jobs of a plugin of a company that may begin, at most `most`, what was due first before the others: those in no lane, and
-- the first of each lane unless it runs, is not due or its lane is in `busy` ('plugin/lane'). A lane is looked at once,
-- however many jobs wait in it.
CREATE FUNCTION svc.due_jobs(company uuid, named text, for_host boolean, runs_outside boolean, now timestamptz, busy text[],
                             most bigint) RETURNS TABLE (job_id uuid, since timestamptz) LANGUAGE plpgsql STABLE AS $$
DECLARE
    due record;
    looked text[] := '{}';
BEGIN
    FOR due IN
        SELECT j.id, j.lane, j.due_at FROM svc.job j
         WHERE j.state = 'queued' AND j.of_host = for_host AND j.outside = runs_outside AND j.company_id = company
           AND j.plugin = named AND j.due_at <= now ORDER BY j.due_at
    LOOP
        EXIT WHEN most <= 0;
        CONTINUE WHEN due.lane = ANY (looked);
        IF due.lane IS NOT NULL THEN
            looked := looked || due.lane;
            CONTINUE WHEN named || '/' || due.lane = ANY (busy);
            SELECT j.id, j.due_at INTO job_id, since
              FROM (SELECT * FROM svc.job f WHERE f.company_id = company AND f.plugin = named AND f.lane = due.lane
                       AND f.state IN ('queued', 'running') ORDER BY f.lane_number LIMIT 1) j
             WHERE j.state = 'queued' AND j.of_host = for_host AND j.outside = runs_outside AND j.due_at <= now;
            CONTINUE WHEN NOT FOUND;
        ELSE
            job_id := due.id;
            since := due.due_at;
        END IF;
        most := most - 1;
        RETURN NEXT;
    END LOOP;
END $$;
