-- svc: phase=expand
-- What log-in, invitations and numbering remember besides their first columns.

-- The 30-second step of the last one-time code that was accepted: no code works twice.
ALTER TABLE svc.user_account ADD COLUMN otp_last_step bigint NOT NULL DEFAULT 0;

-- An invitation has two links: the one in the mail proves that the address is the person's own, the one shown to
-- the member who invites does not.
ALTER TABLE svc.member ADD COLUMN invitation_mail_digest bytea;
CREATE INDEX member_invitation_mail ON svc.member (invitation_mail_digest) WHERE invitation_mail_digest IS NOT NULL;

-- The last number that was set by hand; a series is unused while it equals the last number given.
ALTER TABLE svc.number_series ADD COLUMN preset bigint NOT NULL DEFAULT 0;
