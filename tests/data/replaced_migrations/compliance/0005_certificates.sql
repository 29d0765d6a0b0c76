-- svc: phase=expand
-- Keys that a company has given to its regimes: what their certificates say. The keys themselves are secrets.
ALTER TABLE compliance.regime ADD COLUMN certificates json NOT NULL DEFAULT '{}';
COMMENT ON COLUMN compliance.regime.certificates IS 'By setting: kind, subject, issuer, notAfter …, and the days of the last warning.';
