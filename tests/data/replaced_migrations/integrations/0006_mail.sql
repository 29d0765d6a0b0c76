-- svc: phase=expand
-- Messages about documents are attempts as well; and a provider may ask to be left alone for a while.
ALTER TABLE integrations.attempt
    DROP CONSTRAINT attempt_operation_check,
    DROP CONSTRAINT attempt_state_check,
    DROP CONSTRAINT attempt_status_check;
ALTER TABLE integrations.attempt
    ADD CONSTRAINT attempt_operation_check
        CHECK (operation IN ('payment_link', 'push_to_phone', 'signature', 'archive', 'mail')),
    -- planned: nothing was sent yet, or it is certain that nothing was; it will be sent.
    ADD CONSTRAINT attempt_state_check CHECK (state IN ('planned', 'called', 'done', 'failed', 'held')),
    ADD CONSTRAINT attempt_status_check
        CHECK (status IN ('open', 'paid', 'failed', 'expired', 'signed', 'declined', 'kept', 'sent'));
ALTER TABLE integrations.connection ADD COLUMN not_before timestamptz;
COMMENT ON COLUMN integrations.connection.not_before IS 'Retry-After of the provider: what is asked by itself waits until then.';
