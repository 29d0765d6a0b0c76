-- svc: phase=expand
-- When the last receipt was written, so that times do not go backwards in the chain when many sell at once.

ALTER TABLE at_rksv.till ADD COLUMN at timestamptz;
COMMENT ON COLUMN at_rksv.till.at IS 'Of the last receipt; empty before the first one that was written with it.';
