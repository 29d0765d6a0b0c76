-- svc: phase=expand
-- Before the first figures of a table, a plan takes any index that begins with the company, and reads all that it holds of the
-- company where a key would find one row.

DROP INDEX compliance.submission_document_idx;
-- The submissions of a document, newest first.
CREATE INDEX submission_document_idx ON compliance.submission (document_id, company_id, kind, id);
DROP INDEX compliance.submission_regime_idx;
-- Counts of a regime (pending, rejected) and its last submission.
CREATE INDEX submission_regime_idx ON compliance.submission (regime, company_id, status, submitted_at);
