-- svc: phase=expand
-- Accounts at providers that a company had connected: the provider may still call about them, such as to have personal data
-- erased. Without credentials.
CREATE TABLE svc.left_account (
    company_id uuid NOT NULL,
    provider text COLLATE "C" NOT NULL,
    account text COLLATE "C" NOT NULL,
    left_at timestamptz NOT NULL,
    PRIMARY KEY (company_id, provider, account),
    FOREIGN KEY (company_id) REFERENCES svc.company (company_id)
);
CREATE INDEX left_account_by_account ON svc.left_account (provider, account);
COMMENT ON TABLE svc.left_account IS
    'Accounts at providers that companies have disconnected, as in svc.provider_account, for 90 days. Look-up policy.';
SELECT svc.look_up_table('svc.left_account');
