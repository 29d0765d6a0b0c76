-- svc: phase=expand
-- Companies take turns at the job workers: those with something queued are found by skipping from one to the next
-- through this index, and the oldest jobs of each through the same.
CREATE INDEX job_turn ON svc.job ((plugin = 'host'), company_id, due_at) WHERE state = 'queued';
DROP INDEX svc.job_due;
