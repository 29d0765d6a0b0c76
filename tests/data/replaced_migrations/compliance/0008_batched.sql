-- svc: phase=expand
ALTER TABLE compliance.submission ADD COLUMN batched boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN compliance.submission.batched IS 'Goes out in the message of another one; no job sends it on its own.';
CREATE INDEX submission_batched_idx ON compliance.submission (company_id, regime, id) WHERE batched AND status = 'pending';
