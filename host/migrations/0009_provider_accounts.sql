-- svc: phase=expand
-- svc: replaces=10:6d30a87c4c15cba50f3a6f2d9c74b6ef7cf0d83ae325474827f738fef3619b25
-- svc: replaces=11:91fcbd8f466cae408ca09c75a673687be542a7ab6ea7137a45adc6a71a31323b
-- Whose the calls of providers are that have one address for all accounts: /hooks/{provider}.
CREATE TABLE svc.provider_account (
    company_id uuid NOT NULL,
    provider text COLLATE "C" NOT NULL,
    account text COLLATE "C" NOT NULL,
    PRIMARY KEY (company_id, provider),
    FOREIGN KEY (company_id) REFERENCES svc.company (company_id)
);
CREATE INDEX provider_account_by_account ON svc.provider_account (provider, account);
COMMENT ON TABLE svc.provider_account IS
    'Accounts at providers that companies have connected; two may have the same one. Look-up policy.';
COMMENT ON COLUMN svc.provider_account.account IS 'As the connector names it, such as the domain of a shop.';
SELECT svc.look_up_table('svc.provider_account');

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
