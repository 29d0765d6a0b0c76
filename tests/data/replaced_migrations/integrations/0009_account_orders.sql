-- svc: phase=expand
-- Which orders came from which account of a provider: one that the company has left may still ask for their personal data to be erased,
-- when another account of the provider is connected.
CREATE TABLE integrations.account_order (
    company_id uuid NOT NULL,
    provider text COLLATE "C" NOT NULL,
    external_id text COLLATE "C" NOT NULL,
    account text COLLATE "C" NOT NULL,
    left_at timestamptz,
    CONSTRAINT account_order_pkey PRIMARY KEY (company_id, provider, external_id)
);
COMMENT ON TABLE integrations.account_order IS
    'Orders of providers that have one address for all accounts, until 90 days after the account was left. Bound policy.';
COMMENT ON COLUMN integrations.account_order.left_at IS 'Since when the account is not connected any more; null: it is.';
SELECT svc.company_table('integrations.account_order');
