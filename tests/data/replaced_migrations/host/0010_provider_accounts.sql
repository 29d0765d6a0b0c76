-- svc: phase=expand
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
