-- svc: phase=expand
-- People, their sessions, and their membership of companies. A person belongs to the service, not to a company:
-- user_account, session and password_reset have no company_id and no row-level security.

CREATE TABLE svc.user_account (
    id uuid PRIMARY KEY,
    email text NOT NULL,
    name text NOT NULL,
    language text COLLATE "C" NOT NULL DEFAULT 'en',
    password_hash text COLLATE "C" NOT NULL,
    otp_enabled boolean NOT NULL DEFAULT false,
    -- While one-time codes are off: the secret that waits for its first code.
    otp_secret text COLLATE "C",
    -- The 30-second step of the last one-time code that was accepted: no code works twice.
    otp_last_step bigint NOT NULL DEFAULT 0,
    preferences jsonb NOT NULL DEFAULT '{}',
    version integer NOT NULL DEFAULT 1,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX user_account_email ON svc.user_account (lower(email));
COMMENT ON TABLE svc.user_account IS 'People. password_hash holds the scrypt parameters, salt and hash; otp_secret is encrypted.';

CREATE TABLE svc.session (
    token_digest bytea PRIMARY KEY,
    id uuid NOT NULL UNIQUE,
    user_id uuid NOT NULL REFERENCES svc.user_account (id),
    device text,
    address text COLLATE "C",
    created_at timestamptz NOT NULL,
    last_used_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL
);
CREATE INDEX session_user_id ON svc.session (user_id);
COMMENT ON TABLE svc.session IS 'Open sessions by the SHA-256 of their token. expires_at is the absolute limit; the idle limit counts from last_used_at.';

CREATE TABLE svc.password_reset (
    token_digest bytea PRIMARY KEY,
    user_id uuid NOT NULL REFERENCES svc.user_account (id),
    created_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    used_at timestamptz
);
COMMENT ON TABLE svc.password_reset IS 'Links to set a new password, by the SHA-256 of their token; each works once.';

-- Codes that let a person in once each when the authenticator is lost.
CREATE TABLE svc.recovery_code (
    user_id uuid NOT NULL REFERENCES svc.user_account (id),
    digest bytea NOT NULL,
    PRIMARY KEY (user_id, digest)
);
COMMENT ON TABLE svc.recovery_code IS 'Unused recovery codes, by the SHA-256 of person and code.';

-- Failed log-ins are counted by address, whether it has an account or not: a lock tells nobody which addresses have one.
CREATE TABLE svc.login_attempt (
    address_digest bytea PRIMARY KEY,
    failures integer NOT NULL,
    forget_at timestamptz NOT NULL
);
CREATE INDEX login_attempt_forget_at ON svc.login_attempt (forget_at);
COMMENT ON TABLE svc.login_attempt IS
    'Attempts to log in that were not right, by the SHA-256 of the address in lower case; forget_at ends the count, or the lock.';

CREATE TABLE svc.role (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    name text NOT NULL,
    built_in boolean NOT NULL DEFAULT false,
    permissions text[] NOT NULL DEFAULT '{}',
    version integer NOT NULL DEFAULT 1,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    created_by_kind text COLLATE "C",
    created_by_id uuid,
    PRIMARY KEY (company_id, id),
    UNIQUE (company_id, name),
    FOREIGN KEY (company_id) REFERENCES svc.company (company_id)
);
COMMENT ON TABLE svc.role IS
    'Look-up policy, for the companies of a person at log-in. The permissions of built-in roles come from the registered scopes.';
SELECT svc.look_up_table('svc.role');

CREATE TABLE svc.member (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    user_id uuid,
    email text NOT NULL,
    state text COLLATE "C" NOT NULL CHECK (state IN ('invited', 'active', 'suspended')),
    role_id uuid NOT NULL,
    business_unit_ids uuid[] NOT NULL DEFAULT '{}',
    invited_at timestamptz NOT NULL,
    invitation_digest bytea,
    invitation_expires_at timestamptz,
    accepted_at timestamptz,
    version integer NOT NULL DEFAULT 1,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    created_by_kind text COLLATE "C",
    created_by_id uuid,
    PRIMARY KEY (company_id, id),
    UNIQUE (company_id, user_id),
    FOREIGN KEY (company_id) REFERENCES svc.company (company_id),
    FOREIGN KEY (company_id, role_id) REFERENCES svc.role (company_id, id)
);
CREATE UNIQUE INDEX member_email ON svc.member (company_id, lower(email));
CREATE INDEX member_user_id ON svc.member (user_id);
CREATE INDEX member_invitation ON svc.member (invitation_digest) WHERE invitation_digest IS NOT NULL;
COMMENT ON TABLE svc.member IS
    'Look-up policy: found by person or by invitation before a company is known. user_id has no foreign key because people have no company.';
SELECT svc.look_up_table('svc.member');
