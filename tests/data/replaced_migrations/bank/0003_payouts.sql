-- svc: phase=expand
-- What providers of payments pay out of the wallets in which their payments are kept, and what is inside.
CREATE TABLE bank.payout (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    -- The wallet of the provider.
    wallet_id uuid NOT NULL,
    provider text COLLATE "C" NOT NULL,
    -- Of the provider.
    reference text COLLATE "C" NOT NULL,
    status text COLLATE "C" NOT NULL CONSTRAINT payout_status_check CHECK (status IN ('announced', 'paid', 'failed')),
    -- Signed minor units as the bank line will have them: what the provider takes back is negative.
    amount bigint NOT NULL,
    currency text COLLATE "C" NOT NULL,
    arrives_on date NOT NULL,
    -- [{ kind: payment, refund, fee or other, reference, amount (signed, before the fee), fee }]
    parts json NOT NULL DEFAULT '[]',
    -- The line of a bank account that it is matched with.
    line_id uuid,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    CONSTRAINT payout_pkey PRIMARY KEY (company_id, id),
    CONSTRAINT payout_reference_key UNIQUE (company_id, provider, reference)
);
COMMENT ON TABLE bank.payout IS 'Payouts of providers of payments, as their feeds tell them. Bound policy.';
-- Which payout a line may be.
CREATE INDEX payout_amount ON bank.payout (company_id, amount, arrives_on);
-- The payout of a line that is reopened.
CREATE INDEX payout_line ON bank.payout (company_id, line_id) WHERE line_id IS NOT NULL;
SELECT svc.company_table('bank.payout');
