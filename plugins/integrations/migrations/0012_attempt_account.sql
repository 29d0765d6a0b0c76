-- svc: phase=expand
ALTER TABLE integrations.attempt ADD COLUMN account text COLLATE "C";
COMMENT ON COLUMN integrations.attempt.account IS
    'Identifier of the account at the provider with which it was made: another one knows nothing of it. Null: the provider names none, or it was made before this was kept.';
