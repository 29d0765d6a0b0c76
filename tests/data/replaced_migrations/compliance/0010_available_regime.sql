-- svc: phase=expand
-- A company may keep settings of a regime that it has never enabled.

ALTER TABLE compliance.regime DROP CONSTRAINT regime_state_check,
    ADD CONSTRAINT regime_state_check CHECK (state IN ('available', 'enabled', 'disabled', 'error'));
