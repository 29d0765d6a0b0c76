-- svc: phase=expand
-- svc: replaces=1:c7db768f3bc37d1340f625e4150adf4abfbb77de86d400eade4a7ad3be59d95a
-- svc: replaces=4:5cb2ec23a58802769bce0cb4e7ecb27f6947d1a6c066d763fb9eb31bbb2d4efd
-- svc: replaces=5:1d0fdaf8f9e87619d691987b671d06930a18906119283695960bffd039f01e44
-- Sales, their lines, payments and credit notes.
--
-- Amounts are minor units of the currency of the sale; those that end in _base are in the currency of the company.
-- Unit prices are minor units with decimals. Partners, items, wallets, locations and business units belong to
-- others: no foreign key leaves this schema.
--
-- Words that only the code writes, from its own constants, and that the contract checks where a client gives them, have
-- no check here: each is read and prepared again by every statement that inserts a sale. Lines and payments are written
-- with a sale that the same transaction has locked or made, and none is ever deleted: they have no foreign key.
-- `svc-host verify` looks at both (invariants/words_of_sales.sql). The guards of amounts are here.

CREATE TABLE sales.sale (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    number text COLLATE "C" NOT NULL,
    kind text COLLATE "C" NOT NULL,
    status text COLLATE "C" NOT NULL DEFAULT 'active',
    payment_status text COLLATE "C" NOT NULL,
    delivery_status text COLLATE "C" NOT NULL,
    fiscal_status text COLLATE "C" NOT NULL DEFAULT 'none',
    channel text COLLATE "C" NOT NULL,
    external_id text COLLATE "C",
    business_unit_id uuid NOT NULL,
    partner_id uuid,
    partner_name text,
    date date NOT NULL,
    due_date date,
    currency text COLLATE "C" NOT NULL,
    exchange_rate numeric(28,10) NOT NULL,
    prices_include_tax boolean NOT NULL,
    discount_percent numeric(9,4),
    discount_amount bigint,
    subtotal bigint NOT NULL,
    discount_total bigint NOT NULL,
    tax_total bigint NOT NULL,
    total bigint NOT NULL,
    paid bigint NOT NULL,
    refunded bigint NOT NULL DEFAULT 0,
    credited bigint NOT NULL DEFAULT 0,
    balance bigint GENERATED ALWAYS AS (total - credited - (paid - refunded)) STORED,
    subtotal_base bigint NOT NULL,
    tax_base bigint NOT NULL,
    total_base bigint NOT NULL,
    -- What payments have taken off the receivable, at the rate of the sale: total_base once everything is paid.
    paid_base bigint NOT NULL,
    taxes jsonb NOT NULL,
    -- none: nothing moves stock; issued: left at creation; reserved: leaves with the deliveries.
    stock_mode text COLLATE "C" NOT NULL,
    location_id uuid,
    quote_id uuid,
    recurring_id uuid,
    purchase_order_ref text,
    note text,
    payment_reference text COLLATE "C" NOT NULL,
    -- Public addresses are sealed by the host and need no token in the row.
    public_token text COLLATE "C",
    cancelled_at timestamptz,
    cancel_reason text,
    cancel_number text COLLATE "C",
    version integer NOT NULL DEFAULT 1,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    created_by_kind text COLLATE "C",
    created_by_id uuid,
    -- In the currency of the company, at the rate of the sale: what credit notes took off the receivable, and what money
    -- given back has put on it again.
    credited_base bigint NOT NULL DEFAULT 0,
    refunded_base bigint NOT NULL DEFAULT 0,
    reminders integer NOT NULL DEFAULT 0,
    -- When invoice.overdue was emitted: once per invoice.
    overdue_at timestamptz,
    -- Who sold to whom, as it was when the document was issued: rows of sales.party.
    seller_seal uuid,
    buyer_seal uuid,
    -- An invoice in place of one that was taken back, and an invoice for a payment in advance.
    corrects_id uuid,
    prepayment boolean NOT NULL DEFAULT false,
    CONSTRAINT sale_pkey PRIMARY KEY (company_id, id),
    CONSTRAINT sale_corrects_fkey FOREIGN KEY (company_id, corrects_id) REFERENCES sales.sale (company_id, id),
    CONSTRAINT sale_number_key UNIQUE (company_id, kind, number),
    -- The last guard against paying or crediting too much; the code refuses earlier and by name.
    CONSTRAINT sale_balance_check CHECK (total - credited - (paid - refunded) >= 0 AND refunded <= paid)
) WITH (fillfactor = 85);
COMMENT ON TABLE sales.sale IS 'One row per sale: invoice or ticket. Bound policy.';
SELECT svc.company_table('sales.sale');
SELECT svc.business_unit_table('sales.sale');

-- The client's own id: filter externalId, and one sale per id.
CREATE UNIQUE INDEX sale_external_id_key ON sales.sale (company_id, external_id) WHERE external_id IS NOT NULL;
-- The list itself, from, to, sort=date, and the filters that leave most rows: channel, kind, status.
CREATE INDEX sale_date_index ON sales.sale (company_id, date DESC, id DESC);
-- Filter partnerId, and the statement of a partner.
CREATE INDEX sale_partner_index ON sales.sale (company_id, partner_id, date DESC, id DESC)
    WHERE partner_id IS NOT NULL;
-- Filter businessUnitId.
CREATE INDEX sale_business_unit_index ON sales.sale (company_id, business_unit_id, date DESC, id DESC);
-- Filter paymentStatus: the open ones. Paid ones are most rows and use sale_date_index.
CREATE INDEX sale_payment_status_index ON sales.sale (company_id, payment_status, date DESC, id DESC)
    WHERE payment_status <> 'paid';
-- Filter overdue, and the hourly pass.
CREATE INDEX sale_due_date_index ON sales.sale (company_id, due_date) WHERE balance > 0;
-- Filter overdue=true, in the order of the list: the day on which a sale is due stands in the index, so that the open
-- sales that are not due yet are passed by without reading them.
CREATE INDEX sale_open_due_index ON sales.sale (company_id, date DESC, id DESC, due_date) WHERE balance > 0;
-- The hourly pass: invoices with a balance whose overdue event was not made yet.
CREATE INDEX sale_overdue_index ON sales.sale (company_id, due_date) WHERE balance > 0 AND overdue_at IS NULL;
-- sort=total and sort=-total.
CREATE INDEX sale_total_index ON sales.sale (company_id, total_base, id);
-- The sales of a recurring one.
CREATE INDEX sale_recurring_index ON sales.sale (company_id, recurring_id) WHERE recurring_id IS NOT NULL;
-- Filter deliveryStatus: what is still to hand over.
CREATE INDEX sale_delivery_status_index ON sales.sale (company_id, delivery_status, date DESC, id DESC)
    WHERE delivery_status IN ('pending', 'partially_delivered');
-- Filter fiscalStatus.
CREATE INDEX sale_fiscal_status_index ON sales.sale (company_id, fiscal_status, date DESC, id DESC)
    WHERE fiscal_status <> 'none';

CREATE TABLE sales.line (
    company_id uuid NOT NULL,
    sale_id uuid NOT NULL,
    position integer NOT NULL,
    id uuid NOT NULL,
    item_id uuid,
    label text NOT NULL,
    description text,
    quantity numeric(20,6) NOT NULL,
    unit text COLLATE "C" NOT NULL,
    unit_price numeric(24,8) NOT NULL,
    discount_percent numeric(9,4),
    discount_amount bigint NOT NULL,
    service boolean NOT NULL,
    -- Does the line move stock?
    stocked boolean NOT NULL,
    tax_category text COLLATE "C" NOT NULL,
    tax_rate numeric(9,4) NOT NULL,
    tax_exemption_reason text,
    lot_number text,
    net bigint NOT NULL,
    tax bigint NOT NULL,
    total bigint NOT NULL,
    net_base bigint NOT NULL,
    tax_base bigint NOT NULL,
    quantity_delivered numeric(20,6) NOT NULL DEFAULT 0,
    quantity_refunded numeric(20,6) NOT NULL DEFAULT 0,
    -- Was handed over and came back.
    quantity_returned numeric(20,6) NOT NULL DEFAULT 0,
    -- Was refunded before it was handed over: is not delivered any more.
    quantity_cancelled numeric(20,6) NOT NULL DEFAULT 0,
    credited bigint NOT NULL DEFAULT 0,
    credited_tax bigint NOT NULL DEFAULT 0,
    credited_net_base bigint NOT NULL DEFAULT 0,
    credited_tax_base bigint NOT NULL DEFAULT 0,
    sku text,
    barcode text COLLATE "C",
    CONSTRAINT line_pkey PRIMARY KEY (company_id, sale_id, position)
);
COMMENT ON TABLE sales.line IS 'Lines of the sales, in their order. Bound policy.';
SELECT svc.company_table('sales.line');

CREATE TABLE sales.payment (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    sale_id uuid NOT NULL,
    amount bigint NOT NULL,
    -- What it took off the receivable in the currency of the company, at the rate of the sale.
    amount_base bigint NOT NULL,
    currency text COLLATE "C" NOT NULL,
    method text COLLATE "C" NOT NULL,
    origin text COLLATE "C" NOT NULL,
    wallet_id uuid NOT NULL,
    wallet_amount bigint NOT NULL,
    wallet_currency text COLLATE "C" NOT NULL,
    transaction_id uuid NOT NULL,
    date date NOT NULL,
    reference text,
    note text,
    tendered bigint,
    change bigint NOT NULL DEFAULT 0,
    status text COLLATE "C" NOT NULL DEFAULT 'received',
    created_at timestamptz NOT NULL,
    created_by_kind text COLLATE "C",
    created_by_id uuid,
    provider text COLLATE "C",
    voided_at timestamptz,
    void_reason text,
    CONSTRAINT payment_pkey PRIMARY KEY (company_id, id),
    CONSTRAINT payment_amount_check CHECK (amount > 0)
);
COMMENT ON TABLE sales.payment IS 'Money received for sales. Bound policy.';
-- Begins with the sale: before the first figures of a table, a plan takes any index that begins with the company, and reads
-- all that it holds of the company where a key would find one row.
CREATE INDEX payment_sale_index ON sales.payment (sale_id, company_id);
SELECT svc.company_table('sales.payment');

CREATE TABLE sales.credit_note (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    sale_id uuid NOT NULL,
    number text COLLATE "C" NOT NULL,
    -- cancellation: credits what was left of a cancelled sale; refund: made by a refund or credit.
    kind text COLLATE "C" NOT NULL,
    date date NOT NULL,
    currency text COLLATE "C" NOT NULL,
    total bigint NOT NULL,
    tax_total bigint NOT NULL,
    total_base bigint NOT NULL,
    -- What the note took back of the tax, as it was posted: line by line, which is not the tax of the note at one rate.
    tax_base bigint,
    taxes jsonb NOT NULL,
    reason text,
    created_at timestamptz NOT NULL,
    created_by_kind text COLLATE "C",
    created_by_id uuid,
    -- The lines of the note as a document shows them.
    lines jsonb NOT NULL DEFAULT '[]',
    seller_seal uuid,
    CONSTRAINT credit_note_pkey PRIMARY KEY (company_id, id),
    CONSTRAINT credit_note_number_key UNIQUE (company_id, number),
    CONSTRAINT credit_note_sale_fkey FOREIGN KEY (company_id, sale_id) REFERENCES sales.sale (company_id, id),
    CONSTRAINT credit_note_kind_check CHECK (kind IN ('cancellation', 'refund'))
);
COMMENT ON TABLE sales.credit_note IS 'Numbered documents that take back a sale or a part of it. Bound policy.';
COMMENT ON COLUMN sales.credit_note.tax_base IS
    'Tax in the currency of the company. Null: of a note that is older than the column.';
CREATE INDEX credit_note_sale_index ON sales.credit_note (company_id, sale_id);
SELECT svc.company_table('sales.credit_note');

CREATE TABLE sales.delivery (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    sale_id uuid NOT NULL,
    number text COLLATE "C" NOT NULL,
    date date NOT NULL,
    location_id uuid,
    carrier text,
    tracking_number text,
    note text,
    created_at timestamptz NOT NULL,
    created_by_kind text COLLATE "C",
    created_by_id uuid,
    CONSTRAINT delivery_pkey PRIMARY KEY (company_id, id),
    CONSTRAINT delivery_number_key UNIQUE (company_id, number),
    CONSTRAINT delivery_sale_fkey FOREIGN KEY (company_id, sale_id) REFERENCES sales.sale (company_id, id)
);
COMMENT ON TABLE sales.delivery IS 'Goods handed over, with a number of their own. Bound policy.';
-- The deliveries of a sale.
CREATE INDEX delivery_sale_index ON sales.delivery (company_id, sale_id);
SELECT svc.company_table('sales.delivery');

CREATE TABLE sales.delivery_line (
    company_id uuid NOT NULL,
    delivery_id uuid NOT NULL,
    position integer NOT NULL,
    line_id uuid NOT NULL,
    quantity numeric(20,6) NOT NULL,
    CONSTRAINT delivery_line_pkey PRIMARY KEY (company_id, delivery_id, position),
    CONSTRAINT delivery_line_delivery_fkey FOREIGN KEY (company_id, delivery_id)
        REFERENCES sales.delivery (company_id, id),
    CONSTRAINT delivery_line_quantity_check CHECK (quantity > 0)
);
COMMENT ON TABLE sales.delivery_line IS 'Lines of the deliveries, in their order. Bound policy.';
SELECT svc.company_table('sales.delivery_line');

CREATE TABLE sales.refund (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    sale_id uuid NOT NULL,
    credit_note_id uuid NOT NULL,
    -- money: some went back; credit: the balance alone went down.
    kind text COLLATE "C" NOT NULL,
    amount bigint NOT NULL,
    money_returned bigint NOT NULL,
    money_base bigint NOT NULL,
    currency text COLLATE "C" NOT NULL,
    method text COLLATE "C",
    wallet_id uuid,
    wallet_amount bigint,
    wallet_currency text COLLATE "C",
    transaction_id uuid,
    date date NOT NULL,
    reason text,
    restocked boolean NOT NULL,
    -- The lines that were named: [{ "lineId", "quantity", "amount" }].
    lines jsonb NOT NULL,
    created_at timestamptz NOT NULL,
    created_by_kind text COLLATE "C",
    created_by_id uuid,
    CONSTRAINT refund_pkey PRIMARY KEY (company_id, id),
    CONSTRAINT refund_sale_fkey FOREIGN KEY (company_id, sale_id) REFERENCES sales.sale (company_id, id),
    CONSTRAINT refund_credit_note_fkey FOREIGN KEY (company_id, credit_note_id)
        REFERENCES sales.credit_note (company_id, id),
    CONSTRAINT refund_kind_check CHECK (kind IN ('money', 'credit')),
    CONSTRAINT refund_amount_check CHECK (amount > 0 AND money_returned BETWEEN 0 AND amount),
    CONSTRAINT refund_wallet_check CHECK ((kind = 'money') = (wallet_id IS NOT NULL AND transaction_id IS NOT NULL))
);
COMMENT ON TABLE sales.refund IS 'Refunds and credits of sales, each with its credit note. Bound policy.';
-- The refunds of a sale.
CREATE INDEX refund_sale_index ON sales.refund (company_id, sale_id);
SELECT svc.company_table('sales.refund');

-- The record of a company or of a partner as documents name it, once per wording: many sales share one row.
CREATE TABLE sales.party (
    company_id uuid NOT NULL,
    seal uuid NOT NULL,     -- the first half of the SHA-256 of the record
    record text NOT NULL,   -- JSON
    CONSTRAINT party_pkey PRIMARY KEY (company_id, seal)
);
COMMENT ON TABLE sales.party IS 'Sellers and buyers as documents named them. Bound policy; rows are added and read, never changed.';
SELECT svc.company_table('sales.party', append_only => true);

-- Sales recorded on a day, whatever their business date: for the plan's sales per month.
CREATE TABLE sales.day (
    company_id uuid NOT NULL,
    date date NOT NULL,
    business_unit_id uuid NOT NULL,
    recorded bigint NOT NULL DEFAULT 0,
    CONSTRAINT day_pkey PRIMARY KEY (company_id, date, business_unit_id)
) WITH (fillfactor = 50);
COMMENT ON TABLE sales.day IS 'Sales recorded per day and business unit. Bound policy.';
SELECT svc.company_table('sales.day');
SELECT svc.business_unit_table('sales.day');

-- Published: others may read these and nothing else of the schema. Columns are added, never removed.
CREATE VIEW sales.v1_sales WITH (security_invoker = true) AS
SELECT company_id, id, number, kind, status, payment_status, delivery_status, fiscal_status, channel, external_id,
       business_unit_id, partner_id, partner_name, date, due_date, currency, exchange_rate, subtotal, discount_total,
       tax_total, total, paid, refunded, credited, balance, subtotal_base, tax_base, total_base, paid_base, taxes,
       payment_reference, quote_id, created_at, updated_at, credited_base, refunded_base
FROM sales.sale;
COMMENT ON VIEW sales.v1_sales IS 'Published view of the sales, for reports and reconciliation.';

CREATE VIEW sales.v1_lines WITH (security_invoker = true) AS
SELECT company_id, sale_id, position, id, item_id, label, quantity, unit, unit_price, service, tax_category, tax_rate,
       net, tax, total, net_base, tax_base, quantity_delivered, quantity_refunded, credited, credited_tax,
       credited_net_base, credited_tax_base
FROM sales.line;
COMMENT ON VIEW sales.v1_lines IS 'Published view of the lines of the sales, for reports.';

CREATE VIEW sales.v1_payments WITH (security_invoker = true) AS
SELECT company_id, id, sale_id, amount, amount_base, currency, method, origin, provider, wallet_id, wallet_amount,
       wallet_currency, transaction_id, date, status, created_at
FROM sales.payment;
COMMENT ON VIEW sales.v1_payments IS 'Published view of the money received for sales.';

CREATE VIEW sales.v1_refunds WITH (security_invoker = true) AS
SELECT company_id, id, sale_id, credit_note_id, kind, amount, money_returned, money_base, currency, method, wallet_id,
       wallet_amount, wallet_currency, transaction_id, date, created_at
FROM sales.refund;
COMMENT ON VIEW sales.v1_refunds IS 'Published view of the refunds.';

CREATE VIEW sales.v1_credit_notes WITH (security_invoker = true) AS
SELECT company_id, id, sale_id, number, kind, date, currency, total, tax_total, total_base, taxes, lines, reason,
       created_at,
       coalesce(tax_base, round(total_base * tax_total / nullif(total, 0)::numeric)::bigint, 0) AS tax_base
FROM sales.credit_note;
COMMENT ON VIEW sales.v1_credit_notes IS 'Published view of the credit notes.';
