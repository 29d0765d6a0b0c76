-- svc: phase=expand
-- Plugins of companies take turns at the job workers: each pair with something queued is found by skipping from one to
-- the next through this index, and its oldest jobs through the same.
CREATE INDEX job_pair ON svc.job ((plugin = 'host'), company_id, plugin, due_at) WHERE state = 'queued';
DROP INDEX svc.job_turn;
