-- svc: phase=expand
-- Secrets of regimes are kept by the host, here are their names.
COMMENT ON COLUMN compliance.regime.secrets IS 'Secret settings that are kept, by name.';
