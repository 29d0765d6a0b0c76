-- svc: phase=expand
-- What a provider says of its refusals.
ALTER TABLE integrations.call ADD COLUMN error_message text COLLATE "C";
COMMENT ON COLUMN integrations.call.error_message IS
    'The words of the provider, without what is secret. Null: it says nothing, or it has not refused.';
