-- svc: phase=expand
-- Wallets, their movements, the categories of free movements, exchange rates.

CREATE TABLE treasury.wallet (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    name text NOT NULL,
    kind text COLLATE "C" NOT NULL
        CONSTRAINT wallet_kind_check CHECK (kind IN ('cash', 'bank', 'mobile_money', 'card')),
    currency text COLLATE "C" NOT NULL,
    business_unit_id uuid,
    iban text COLLATE "C",
    bic text COLLATE "C",
    provider text,
    account_number text,
    allow_negative boolean NOT NULL DEFAULT true,
    require_session boolean NOT NULL DEFAULT false,
    is_default boolean NOT NULL DEFAULT false,
    archived boolean NOT NULL DEFAULT false,
    version integer NOT NULL DEFAULT 1,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    created_by_kind text COLLATE "C",
    created_by_id uuid,
    CONSTRAINT wallet_pkey PRIMARY KEY (company_id, id),
    CONSTRAINT wallet_session_check CHECK (kind = 'cash' OR NOT require_session)
);
COMMENT ON TABLE treasury.wallet IS 'Tills, bank accounts, mobile money accounts and card terminals of a company.';
COMMENT ON COLUMN treasury.wallet.business_unit_id IS 'Belongs to the host: no foreign key. NULL: of the whole company.';
-- Newest first, with the filters `archived`, `kind`, `businessUnitId`: a company has few wallets.
CREATE INDEX wallet_created ON treasury.wallet (company_id, archived, created_at, id);
-- Filter `kind`, always with `archived`.
CREATE INDEX wallet_kind_created ON treasury.wallet (company_id, archived, kind, created_at, id);
-- Filter `businessUnitId`, always with `archived`.
CREATE INDEX wallet_business_unit_created ON treasury.wallet (company_id, archived, business_unit_id, created_at, id);
-- The order by name.
CREATE INDEX wallet_name ON treasury.wallet (company_id, archived, lower(name), id);
-- One default wallet a business unit, and one of the whole company.
CREATE UNIQUE INDEX wallet_default_key ON treasury.wallet
    (company_id, coalesce(business_unit_id, '00000000-0000-0000-0000-000000000000'::uuid)) WHERE is_default;
SELECT svc.company_table('treasury.wallet');
SELECT svc.business_unit_table('treasury.wallet', or_none => true);

-- Hot: changed by every movement, in the statement that inserts the movement. Apart from the wallet, so that the
-- record, its version and its indexes are left alone and the foreign keys of movements lock another row.
CREATE TABLE treasury.wallet_balance (
    company_id uuid NOT NULL,
    wallet_id uuid NOT NULL,
    balance bigint NOT NULL DEFAULT 0,
    base_balance bigint NOT NULL DEFAULT 0,
    unreconciled bigint NOT NULL DEFAULT 0,
    last_position bigint NOT NULL DEFAULT 0,
    open_session_id uuid,
    CONSTRAINT wallet_balance_pkey PRIMARY KEY (company_id, wallet_id),
    CONSTRAINT wallet_balance_wallet_fkey FOREIGN KEY (company_id, wallet_id)
        REFERENCES treasury.wallet (company_id, id)
) WITH (fillfactor = 50);
COMMENT ON TABLE treasury.wallet_balance IS
    'Sum of the movements of a wallet in its currency and in that of the company, minor units.';
COMMENT ON COLUMN treasury.wallet_balance.unreconciled IS 'Sum of the bank lines that wait for reconciliation.';
COMMENT ON COLUMN treasury.wallet_balance.last_position IS 'Position of the last movement: 1, 2, 3 … in each wallet.';
COMMENT ON COLUMN treasury.wallet_balance.open_session_id IS 'Cash session now open, locked with the balance.';
SELECT svc.company_table('treasury.wallet_balance');

-- Append-only but for the mark of a void: the sum of all rows, voided ones and their reversals included, is the
-- balance.
-- A movement takes its wallet from the row of the balance, which names the wallet by a foreign key of its own. Words that
-- only the code writes, from its own constants, have no check here; verify looks at them (invariants/movement_words.sql).
CREATE TABLE treasury.transaction (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    wallet_id uuid NOT NULL,
    position bigint NOT NULL,
    kind text COLLATE "C" NOT NULL,
    direction text COLLATE "C" NOT NULL,
    amount bigint NOT NULL CONSTRAINT transaction_amount_check CHECK (amount > 0),
    currency text COLLATE "C" NOT NULL,
    base_amount bigint NOT NULL CONSTRAINT transaction_base_amount_check CHECK (base_amount >= 0),
    category text COLLATE "C",
    label text NOT NULL,
    partner_id uuid,
    tax_rate numeric(9,4),
    date date NOT NULL,
    status text COLLATE "C" NOT NULL DEFAULT 'posted',
    balance_after bigint NOT NULL,
    document_kind text COLLATE "C",
    document_id text COLLATE "C",
    reconciled boolean NOT NULL DEFAULT false,
    reference text,
    voided_at timestamptz,
    void_reason text,
    reverses_id uuid,
    needs_session boolean NOT NULL DEFAULT false,
    cash_session_id uuid,
    entry_id text COLLATE "C",
    posting json,
    version integer NOT NULL DEFAULT 1,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    created_by_kind text COLLATE "C",
    created_by_id uuid,
    CONSTRAINT transaction_pkey PRIMARY KEY (company_id, id),
    CONSTRAINT transaction_position_key UNIQUE (company_id, wallet_id, position),
    CONSTRAINT transaction_reverses_fkey FOREIGN KEY (company_id, reverses_id)
        REFERENCES treasury.transaction (company_id, id),
    -- A till that refuses movements without open session: judged when the balance, with its session, is locked.
    CONSTRAINT transaction_session_check CHECK (NOT needs_session OR cash_session_id IS NOT NULL)
);
COMMENT ON TABLE treasury.transaction IS 'Movements of wallets. Amounts are positive minor units; direction is the sign.';
COMMENT ON COLUMN treasury.transaction.base_amount IS 'Minor units of the currency of the company.';
COMMENT ON COLUMN treasury.transaction.partner_id IS 'Belongs to another module: no foreign key.';
COMMENT ON COLUMN treasury.transaction.posting IS 'Lines given to the ledger, from which a void makes the reversal.';
-- The list in its usual form: newest first, movements outside documents. Filters `from`, `to`, default `kind`.
CREATE INDEX transaction_free_date ON treasury.transaction (company_id, date, id)
    WHERE kind IN ('free', 'expense', 'till_difference', 'bank');
-- The same for any `kind`.
CREATE INDEX transaction_date ON treasury.transaction (company_id, date, id);
-- Filters `walletId` and `direction`.
CREATE INDEX transaction_wallet_date ON treasury.transaction (company_id, wallet_id, date, id);
-- Filter `category`.
CREATE INDEX transaction_category_date ON treasury.transaction (company_id, category, date, id)
    WHERE category IS NOT NULL;
-- Filter `partnerId`.
CREATE INDEX transaction_partner_date ON treasury.transaction (company_id, partner_id, date, id)
    WHERE partner_id IS NOT NULL;
-- Filter `status=voided`; posted ones are nearly all.
CREATE INDEX transaction_voided_date ON treasury.transaction (company_id, date, id) WHERE status = 'voided';
-- A reversal is made once.
CREATE UNIQUE INDEX transaction_reverses_key ON treasury.transaction (company_id, reverses_id)
    WHERE reverses_id IS NOT NULL;
SELECT svc.company_table('treasury.transaction');

CREATE TABLE treasury.category (
    company_id uuid NOT NULL,
    key text COLLATE "C" NOT NULL,
    ordinal integer NOT NULL,
    label text NOT NULL,
    direction text COLLATE "C" NOT NULL
        CONSTRAINT category_direction_check CHECK (direction IN ('in', 'out', 'both')),
    accounts json NOT NULL DEFAULT '{}',
    CONSTRAINT category_pkey PRIMARY KEY (company_id, key)
);
COMMENT ON TABLE treasury.category IS 'Categories of free movements and expenses, with their account in each chart.';
SELECT svc.company_table('treasury.category');

CREATE TABLE treasury.rate (
    company_id uuid NOT NULL,
    currency text COLLATE "C" NOT NULL,
    date date NOT NULL,
    rate numeric(24,10) NOT NULL CONSTRAINT rate_rate_check CHECK (rate > 0),
    source text COLLATE "C" NOT NULL,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    created_by_kind text COLLATE "C",
    created_by_id uuid,
    -- The rate of a date is the last one on or before it.
    CONSTRAINT rate_pkey PRIMARY KEY (company_id, currency, date)
);
COMMENT ON TABLE treasury.rate IS 'Units of the currency for one unit of the currency of the company.';
SELECT svc.company_table('treasury.rate');

-- How many wallets are not archived: locked by a creation, so that the ceiling of the plan holds under races.
CREATE TABLE treasury.usage (
    company_id uuid NOT NULL,
    active bigint NOT NULL,
    CONSTRAINT treasury_usage_pkey PRIMARY KEY (company_id)
);
COMMENT ON TABLE treasury.usage IS 'Number of wallets that are not archived, one row a company.';
SELECT svc.company_table('treasury.usage');

-- Published: the balance of each wallet against the sum of its movements; both differences are always 0.
CREATE VIEW treasury.v1_wallet_check WITH (security_invoker = true, security_barrier = true) AS
    SELECT b.company_id, b.wallet_id, b.balance, b.base_balance, coalesce(t.balance, 0) AS movements,
           b.balance - coalesce(t.balance, 0) AS difference,
           b.base_balance - coalesce(t.base_balance, 0) AS base_difference,
           b.last_position, coalesce(t.count, 0) AS movement_count
      FROM treasury.wallet_balance b
      LEFT JOIN (SELECT company_id, wallet_id, count(*) AS count,
                        sum(CASE direction WHEN 'in' THEN amount ELSE -amount END)::bigint AS balance,
                        sum(CASE direction WHEN 'in' THEN base_amount ELSE -base_amount END)::bigint AS base_balance
                   FROM treasury.transaction GROUP BY company_id, wallet_id) t
             ON t.company_id = b.company_id AND t.wallet_id = b.wallet_id;
COMMENT ON VIEW treasury.v1_wallet_check IS 'Verification: difference and base_difference are 0 for every wallet.';
