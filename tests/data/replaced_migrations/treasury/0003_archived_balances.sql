-- svc: phase=expand
-- Judged when the balance is locked: whoever moves it, or opens a session, may have read the wallet before it was archived.
ALTER TABLE treasury.wallet_balance ADD COLUMN archived boolean NOT NULL DEFAULT false,
    ADD CONSTRAINT wallet_balance_archived_check CHECK (NOT archived OR (balance = 0 AND open_session_id IS NULL));
COMMENT ON COLUMN treasury.wallet_balance.archived IS 'As the wallet: holds no money and no open session.';
