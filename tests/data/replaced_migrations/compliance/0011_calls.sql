-- svc: phase=expand
-- A submission shows how often the authority was called; how often that failed is counted beside it.

ALTER TABLE compliance.submission ADD COLUMN calls integer NOT NULL DEFAULT 0;
COMMENT ON COLUMN compliance.submission.calls IS 'How often the authority was called, whatever came of it.';
COMMENT ON COLUMN compliance.submission.attempts IS 'How often that failed: the seventh time ends it.';
