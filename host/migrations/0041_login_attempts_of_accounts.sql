-- svc: phase=contract
-- Counted those of accounts alone; svc.login_attempt counts them all. An invitation has one link: whoever has an account
-- proves it in the same way with any link.
ALTER TABLE svc.user_account DROP COLUMN failed_logins, DROP COLUMN first_failed_at, DROP COLUMN locked_until;
DROP INDEX svc.member_invitation_mail;
ALTER TABLE svc.member DROP COLUMN invitation_mail_digest;
