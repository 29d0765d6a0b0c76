-- svc: phase=expand
-- Codes that let a person in once each when the authenticator is lost. While one-time codes are off, otp_secret holds the
-- secret that waits for its first code.
CREATE TABLE svc.recovery_code (
    user_id uuid NOT NULL REFERENCES svc.user_account (id),
    digest bytea NOT NULL,
    PRIMARY KEY (user_id, digest)
);
COMMENT ON TABLE svc.recovery_code IS 'Unused recovery codes, by the SHA-256 of person and code.';

-- The secret before the newest one signs too until this instant, so that a receiver can change over.
ALTER TABLE svc.webhook ADD COLUMN previous_secret text COLLATE "C", ADD COLUMN previous_key_version integer,
    ADD COLUMN previous_until timestamptz;
