-- svc: phase=expand
-- When the last document was signed, so that times do not go backwards in a chain when many sell at once.

ALTER TABLE pt_certified.series ADD COLUMN at timestamptz;
COMMENT ON COLUMN pt_certified.series.at IS 'Of the last signature; empty before the first one that was made with it.';
