-- svc: phase=expand
-- Failed log-ins are counted by address, whether it has an account or not: a lock tells nobody which addresses have one.
CREATE TABLE svc.login_attempt (
    address_digest bytea PRIMARY KEY,
    failures integer NOT NULL,
    forget_at timestamptz NOT NULL
);
CREATE INDEX login_attempt_forget_at ON svc.login_attempt (forget_at);
COMMENT ON TABLE svc.login_attempt IS
    'Attempts to log in that were not right, by the SHA-256 of the address in lower case; forget_at ends the count, or the lock.';
