-- svc: phase=expand
-- A consent is asked for with settings; the connection has them once the person has come back.
ALTER TABLE integrations.authorization ADD COLUMN settings json NOT NULL DEFAULT '{}';
COMMENT ON COLUMN integrations.authorization.settings IS 'Of the connection that is made when the person comes back.';
