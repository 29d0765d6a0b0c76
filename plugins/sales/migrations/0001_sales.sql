-- svc: phase=expand
-- Sales, their lines, payments and credit notes.
--
-- Amounts are minor units of the currency of the sale; those that end in _base are in the currency of the company.
-- Unit prices are minor units with decimals. Partners, items, wallets, locations and business units belong to
-- others: no foreign key leaves this schema.

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
    public_token text COLLATE "C" NOT NULL,
    cancelled_at timestamptz,
    cancel_reason text,
    cancel_number text COLLATE "C",
    version integer NOT NULL DEFAULT 1,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    created_by_kind text COLLATE "C",
    created_by_id uuid,
    CONSTRAINT sale_pkey PRIMARY KEY (company_id, id),
    CONSTRAINT sale_number_key UNIQUE (company_id, kind, number),
    CONSTRAINT sale_kind_check CHECK (kind IN ('invoice', 'ticket')),
    CONSTRAINT sale_status_check CHECK (status IN ('active', 'cancelled')),
    CONSTRAINT sale_payment_status_check CHECK (payment_status IN
        ('unpaid', 'partially_paid', 'paid', 'partially_refunded', 'refunded', 'cancelled')),
    CONSTRAINT sale_delivery_status_check CHECK (delivery_status IN
        ('none', 'pending', 'partially_delivered', 'delivered')),
    CONSTRAINT sale_fiscal_status_check CHECK (fiscal_status IN ('none', 'pending', 'accepted', 'rejected')),
    CONSTRAINT sale_channel_check CHECK (channel IN ('counter', 'online', 'api')),
    CONSTRAINT sale_stock_mode_check CHECK (stock_mode IN ('none', 'issued', 'reserved')),
    -- The last guard against paying or crediting too much; the code refuses earlier and by name.
    CONSTRAINT sale_balance_check CHECK (total - credited - (paid - refunded) >= 0 AND refunded <= paid)
) WITH (fillfactor = 85);
COMMENT ON TABLE sales.sale IS 'One row per sale: invoice or ticket. Bound policy.';
ALTER TABLE sales.sale ENABLE ROW LEVEL SECURITY;
ALTER TABLE sales.sale FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON sales.sale
    USING (company_id = (SELECT current_setting('svc.company')::uuid))
    WITH CHECK (company_id = (SELECT current_setting('svc.company')::uuid));

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
    CONSTRAINT line_pkey PRIMARY KEY (company_id, sale_id, position),
    CONSTRAINT line_sale_fkey FOREIGN KEY (company_id, sale_id) REFERENCES sales.sale (company_id, id)
);
COMMENT ON TABLE sales.line IS 'Lines of the sales, in their order. Bound policy.';
ALTER TABLE sales.line ENABLE ROW LEVEL SECURITY;
ALTER TABLE sales.line FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON sales.line
    USING (company_id = (SELECT current_setting('svc.company')::uuid))
    WITH CHECK (company_id = (SELECT current_setting('svc.company')::uuid));

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
    CONSTRAINT payment_pkey PRIMARY KEY (company_id, id),
    CONSTRAINT payment_sale_fkey FOREIGN KEY (company_id, sale_id) REFERENCES sales.sale (company_id, id),
    CONSTRAINT payment_status_check CHECK (status IN ('received', 'voided')),
    CONSTRAINT payment_amount_check CHECK (amount > 0)
);
COMMENT ON TABLE sales.payment IS 'Money received for sales. Bound policy.';
CREATE INDEX payment_sale_index ON sales.payment (company_id, sale_id);
ALTER TABLE sales.payment ENABLE ROW LEVEL SECURITY;
ALTER TABLE sales.payment FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON sales.payment
    USING (company_id = (SELECT current_setting('svc.company')::uuid))
    WITH CHECK (company_id = (SELECT current_setting('svc.company')::uuid));

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
    taxes jsonb NOT NULL,
    reason text,
    created_at timestamptz NOT NULL,
    created_by_kind text COLLATE "C",
    created_by_id uuid,
    CONSTRAINT credit_note_pkey PRIMARY KEY (company_id, id),
    CONSTRAINT credit_note_number_key UNIQUE (company_id, number),
    CONSTRAINT credit_note_sale_fkey FOREIGN KEY (company_id, sale_id) REFERENCES sales.sale (company_id, id),
    CONSTRAINT credit_note_kind_check CHECK (kind IN ('cancellation', 'refund'))
);
COMMENT ON TABLE sales.credit_note IS 'Numbered documents that take back a sale or a part of it. Bound policy.';
CREATE INDEX credit_note_sale_index ON sales.credit_note (company_id, sale_id);
ALTER TABLE sales.credit_note ENABLE ROW LEVEL SECURITY;
ALTER TABLE sales.credit_note FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON sales.credit_note
    USING (company_id = (SELECT current_setting('svc.company')::uuid))
    WITH CHECK (company_id = (SELECT current_setting('svc.company')::uuid));

-- Sums per day, kept by the transaction of each change (last, because the row of a day is hot): the count and the
-- totals of a list without other filter than dates and business unit cost the same at any size of the company.
-- Cancelled sales are counted in `documents` and left out of the sums.
CREATE TABLE sales.day (
    company_id uuid NOT NULL,
    date date NOT NULL,
    business_unit_id uuid NOT NULL,
    documents bigint NOT NULL DEFAULT 0,
    -- Sales recorded on this day, whatever their business date: for the plan's sales per month.
    recorded bigint NOT NULL DEFAULT 0,
    subtotal bigint NOT NULL DEFAULT 0,
    tax bigint NOT NULL DEFAULT 0,
    total bigint NOT NULL DEFAULT 0,
    paid bigint NOT NULL DEFAULT 0,
    CONSTRAINT day_pkey PRIMARY KEY (company_id, date, business_unit_id)
) WITH (fillfactor = 50);
COMMENT ON TABLE sales.day IS 'Sums per day and business unit in the currency of the company. Bound policy.';
ALTER TABLE sales.day ENABLE ROW LEVEL SECURITY;
ALTER TABLE sales.day FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON sales.day
    USING (company_id = (SELECT current_setting('svc.company')::uuid))
    WITH CHECK (company_id = (SELECT current_setting('svc.company')::uuid));

-- Published: others may read this and nothing else of the schema. Columns are added, never removed.
CREATE VIEW sales.v1_sales WITH (security_invoker = true) AS
SELECT company_id, id, number, kind, status, payment_status, delivery_status, fiscal_status, channel, external_id,
       business_unit_id, partner_id, partner_name, date, due_date, currency, exchange_rate, subtotal, discount_total,
       tax_total, total, paid, refunded, credited, balance, subtotal_base, tax_base, total_base, paid_base, taxes,
       payment_reference, quote_id, created_at, updated_at
FROM sales.sale;
COMMENT ON VIEW sales.v1_sales IS 'Published view of the sales, for reports and reconciliation.';
