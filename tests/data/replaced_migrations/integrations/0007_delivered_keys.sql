-- svc: phase=expand
-- Providers that bring the keys in a call of their own, before the person comes back.
ALTER TABLE integrations.authorization ADD COLUMN outcome text COLLATE "C";
COMMENT ON COLUMN integrations.authorization.outcome IS
    'Of the call that has brought the keys: called while they are tried, connected, or the code of a refusal. Null: no such call came.';
