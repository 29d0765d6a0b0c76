-- svc: phase=expand
-- Work outside of a transaction: jobs with workers of their own, lanes in which jobs run one after the other, requests
-- under way that hold an idempotency key.

ALTER TABLE svc.job ADD COLUMN outside boolean NOT NULL DEFAULT false;
-- Attempts that do not count: the job asked to be run again.
ALTER TABLE svc.job ADD COLUMN spared integer NOT NULL DEFAULT 0;
ALTER TABLE svc.job ADD COLUMN lane text COLLATE "C";
-- The order in a lane: drawn while the lane is locked, so that it is the order of the commits too.
ALTER TABLE svc.job ADD COLUMN lane_number bigint;
CREATE SEQUENCE svc.job_lane_number;
CREATE INDEX job_lane ON svc.job (company_id, plugin, lane, lane_number)
    WHERE lane IS NOT NULL AND state IN ('queued', 'running');
CREATE INDEX job_kind ON svc.job ((plugin = 'host'), outside, company_id, plugin, due_at) WHERE state = 'queued';
DROP INDEX svc.job_pair;

CREATE TABLE svc.outside_request (
    company_id uuid NOT NULL,
    key text COLLATE "C" NOT NULL,
    request_id text COLLATE "C" NOT NULL,
    until timestamptz NOT NULL,
    PRIMARY KEY (company_id, key)
);
COMMENT ON TABLE svc.outside_request IS
    'Idempotency keys of requests that run outside of a transaction, until they have answered. Bound policy.';
ALTER TABLE svc.outside_request ENABLE ROW LEVEL SECURITY;
ALTER TABLE svc.outside_request FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON svc.outside_request
    USING (company_id = (SELECT current_setting('svc.company')::uuid))
    WITH CHECK (company_id = (SELECT current_setting('svc.company')::uuid));
