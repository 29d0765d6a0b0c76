-- svc: phase=expand
-- Whose account the person was sent to, where the provider has a place of its own for each; null elsewhere.
ALTER TABLE integrations.authorization ADD COLUMN account text;
