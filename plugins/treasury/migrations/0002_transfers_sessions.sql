-- svc: phase=expand
-- svc: replaces=2:0e8638eb89c308b328e4673e9099654cc67a2374cc1db2e0f9172543a425ff1a
-- Transfers between wallets, and cash sessions.

CREATE TABLE treasury.transfer (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    from_wallet_id uuid NOT NULL,
    to_wallet_id uuid NOT NULL,
    amount bigint NOT NULL CONSTRAINT transfer_amount_check CHECK (amount > 0),
    currency text COLLATE "C" NOT NULL,
    received_amount bigint NOT NULL CONSTRAINT transfer_received_amount_check CHECK (received_amount > 0),
    received_currency text COLLATE "C" NOT NULL,
    fee bigint NOT NULL DEFAULT 0 CONSTRAINT transfer_fee_check CHECK (fee >= 0),
    value_base bigint NOT NULL,
    date date NOT NULL,
    label text NOT NULL,
    out_id uuid NOT NULL,
    in_id uuid NOT NULL,
    fee_id uuid,
    version integer NOT NULL DEFAULT 1,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    created_by_kind text COLLATE "C",
    created_by_id uuid,
    CONSTRAINT transfer_pkey PRIMARY KEY (company_id, id),
    CONSTRAINT transfer_out_fkey FOREIGN KEY (company_id, out_id) REFERENCES treasury.transaction (company_id, id),
    CONSTRAINT transfer_in_fkey FOREIGN KEY (company_id, in_id) REFERENCES treasury.transaction (company_id, id),
    CONSTRAINT transfer_fee_fkey FOREIGN KEY (company_id, fee_id) REFERENCES treasury.transaction (company_id, id),
    CONSTRAINT transfer_fee_id_check CHECK ((fee > 0) = (fee_id IS NOT NULL)),
    CONSTRAINT transfer_wallets_check CHECK (from_wallet_id <> to_wallet_id),
    CONSTRAINT transfer_from_fkey FOREIGN KEY (company_id, from_wallet_id) REFERENCES treasury.wallet (company_id, id),
    CONSTRAINT transfer_to_fkey FOREIGN KEY (company_id, to_wallet_id) REFERENCES treasury.wallet (company_id, id)
);
COMMENT ON TABLE treasury.transfer IS 'Money that went from one wallet to another, with its movements, which name it as their document.';
COMMENT ON COLUMN treasury.transfer.value_base IS 'What stood in transit between the two, minor units of the currency of the company.';
SELECT svc.company_table('treasury.transfer');

CREATE TABLE treasury.cash_session (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    wallet_id uuid NOT NULL,
    business_unit_id uuid NOT NULL,
    status text COLLATE "C" NOT NULL CONSTRAINT cash_session_status_check CHECK (status IN ('open', 'closed')),
    currency text COLLATE "C" NOT NULL,
    date date NOT NULL,
    opened_at timestamptz NOT NULL,
    closed_at timestamptz,
    closed_by_kind text COLLATE "C",
    closed_by_id uuid,
    expected_opening bigint NOT NULL,
    opening bigint NOT NULL,
    opening_count json NOT NULL DEFAULT '[]',
    cash_payments bigint,
    cash_refunds bigint,
    paid_in bigint,
    paid_out bigint,
    counted bigint,
    count json NOT NULL DEFAULT '[]',
    sales_count bigint,
    sales_total bigint,
    by_method json,
    deposit_transfer_id uuid,
    note text,
    version integer NOT NULL DEFAULT 1,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    created_by_kind text COLLATE "C",
    created_by_id uuid,
    CONSTRAINT cash_session_pkey PRIMARY KEY (company_id, id),
    CONSTRAINT cash_session_closed_check CHECK ((status = 'closed') = (counted IS NOT NULL)),
    CONSTRAINT cash_session_wallet_fkey FOREIGN KEY (company_id, wallet_id)
        REFERENCES treasury.wallet (company_id, id),
    CONSTRAINT cash_session_deposit_fkey FOREIGN KEY (company_id, deposit_transfer_id)
        REFERENCES treasury.transfer (company_id, id)
);
COMMENT ON TABLE treasury.cash_session IS 'From the opening of a till to its count. Sums of an open one are those of its movements.';
COMMENT ON COLUMN treasury.cash_session.date IS 'Business date of the opening.';
-- Newest first; filters `from`, `to`, `businessUnitId`.
CREATE INDEX cash_session_date ON treasury.cash_session (company_id, date, id);
-- Filter `walletId`.
CREATE INDEX cash_session_wallet ON treasury.cash_session (company_id, wallet_id, date, id);
-- Filter `status=open`; one open session a till.
CREATE UNIQUE INDEX cash_session_open_key ON treasury.cash_session (company_id, wallet_id) WHERE status = 'open';
-- Filter businessUnitId of cash sessions.
CREATE INDEX cash_session_business_unit ON treasury.cash_session (company_id, business_unit_id, date, id);
-- Filter status=open of cash sessions, in the order of the list.
CREATE INDEX cash_session_open_date ON treasury.cash_session (company_id, date, id) WHERE status = 'open';
SELECT svc.company_table('treasury.cash_session');
SELECT svc.business_unit_table('treasury.cash_session');

-- Published: columns are added, never removed.
CREATE VIEW treasury.v1_transfers WITH (security_invoker = true) AS
    SELECT company_id, id, from_wallet_id, to_wallet_id, amount, currency, received_amount, received_currency, fee,
           value_base, date, label, out_id, in_id, fee_id, created_at
      FROM treasury.transfer;
COMMENT ON VIEW treasury.v1_transfers IS 'Published: transfers between wallets.';
