-- svc: phase=expand
-- Transfers, cash sessions, budgets, the value of movements at the rate of the day.

-- What a movement was worth on its day; `base_amount` is its book value, which for money that leaves a wallet in a
-- foreign currency is the average that the wallet paid for it. NULL: both are the same.
ALTER TABLE treasury.transaction ADD COLUMN value_base bigint;
COMMENT ON COLUMN treasury.transaction.value_base IS
    'Value at the rate of the day or of the document, minor units of the currency of the company; NULL: base_amount.';
-- The movements of a cash session.
CREATE INDEX transaction_cash_session ON treasury.transaction (company_id, cash_session_id)
    WHERE cash_session_id IS NOT NULL;
-- The movements of a document: transfers, payments.
CREATE INDEX transaction_document ON treasury.transaction (company_id, document_id) WHERE document_id IS NOT NULL;

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

CREATE TABLE treasury.budget (
    company_id uuid NOT NULL,
    period date NOT NULL CONSTRAINT budget_period_check CHECK (extract(day FROM period) = 1),
    category text COLLATE "C" NOT NULL,
    ordinal integer NOT NULL,
    amount bigint NOT NULL CONSTRAINT budget_amount_check CHECK (amount > 0),
    CONSTRAINT budget_pkey PRIMARY KEY (company_id, period, category)
);
COMMENT ON TABLE treasury.budget IS 'What a company allows itself to spend in a category and month, in its currency.';
COMMENT ON COLUMN treasury.budget.period IS 'First day of the month.';
SELECT svc.company_table('treasury.budget');

-- Published: columns are added, never removed.
CREATE VIEW treasury.v1_wallets WITH (security_invoker = true, security_barrier = true) AS
    SELECT w.company_id, w.id, w.name, w.kind, w.currency, w.business_unit_id, w.iban, w.account_number, w.archived,
           b.balance, b.base_balance, b.unreconciled
      FROM treasury.wallet w JOIN treasury.wallet_balance b ON b.company_id = w.company_id AND b.wallet_id = w.id;
COMMENT ON VIEW treasury.v1_wallets IS 'Published: wallets with their balances.';
CREATE VIEW treasury.v1_transactions WITH (security_invoker = true) AS
    SELECT company_id, id, wallet_id, kind, direction, amount, currency, base_amount,
           coalesce(value_base, base_amount) AS value_base, category, label, partner_id, date, status, document_kind,
           document_id, reconciled, reference, reverses_id, cash_session_id, created_at
      FROM treasury.transaction;
COMMENT ON VIEW treasury.v1_transactions IS 'Published: the movements of wallets.';
CREATE VIEW treasury.v1_transfers WITH (security_invoker = true) AS
    SELECT company_id, id, from_wallet_id, to_wallet_id, amount, currency, received_amount, received_currency, fee,
           value_base, date, label, out_id, in_id, fee_id, created_at
      FROM treasury.transfer;
COMMENT ON VIEW treasury.v1_transfers IS 'Published: transfers between wallets.';
