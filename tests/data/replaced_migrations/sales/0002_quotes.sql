-- svc: phase=expand
-- Quotes and their lines. Amounts as in sales.sale: minor units of the currency of the quote, those that end in _base
-- in that of the company.

CREATE TABLE sales.quote (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    number text COLLATE "C" NOT NULL,
    status text COLLATE "C" NOT NULL,
    channel text COLLATE "C" NOT NULL,
    external_id text COLLATE "C",
    business_unit_id uuid NOT NULL,
    partner_id uuid,
    partner_name text,
    date date NOT NULL,
    valid_until date NOT NULL,
    currency text COLLATE "C" NOT NULL,
    exchange_rate numeric(28,10) NOT NULL,
    prices_include_tax boolean NOT NULL,
    discount_percent numeric(9,4),
    discount_amount bigint,
    subtotal bigint NOT NULL,
    discount_total bigint NOT NULL,
    tax_total bigint NOT NULL,
    total bigint NOT NULL,
    total_base bigint NOT NULL,
    taxes jsonb NOT NULL,
    location_id uuid,
    purchase_order_ref text,
    note text,
    sent_at timestamptz,
    accepted_at timestamptz,
    accepted_by text COLLATE "C",
    accepted_name text,
    acceptance_note text,
    declined_at timestamptz,
    declined_by text COLLATE "C",
    declined_name text,
    declined_reason text,
    cancelled_at timestamptz,
    cancel_reason text,
    -- { provider, signedAt, signers: [{ name, email }], documentSha256 }
    signature jsonb,
    -- Of the latest conversion: a quote of which a part became a sale stays open for the rest.
    sale_id uuid,
    version integer NOT NULL,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    created_by_kind text COLLATE "C",
    created_by_id uuid,
    CONSTRAINT quote_pkey PRIMARY KEY (company_id, id),
    CONSTRAINT quote_number_key UNIQUE (company_id, number),
    CONSTRAINT quote_status_check CHECK (status IN
        ('open', 'accepted', 'signed', 'declined', 'expired', 'cancelled', 'partially_converted', 'converted')),
    CONSTRAINT quote_accepted_by_check CHECK (accepted_by IN ('customer', 'company', 'signature')),
    CONSTRAINT quote_declined_by_check CHECK (declined_by IN ('customer', 'company')),
    CONSTRAINT quote_valid_until_check CHECK (valid_until >= date),
    CONSTRAINT quote_sale_check CHECK ((status IN ('partially_converted', 'converted')) = (sale_id IS NOT NULL))
) WITH (fillfactor = 85);
COMMENT ON TABLE sales.quote IS 'One row per quote. Bound policy.';
SELECT svc.company_table('sales.quote');
SELECT svc.business_unit_table('sales.quote');

-- The client's own id: filter externalId, and one quote per id.
CREATE UNIQUE INDEX quote_external_id_key ON sales.quote (company_id, external_id) WHERE external_id IS NOT NULL;
-- The list itself, from, to, sort=date.
CREATE INDEX quote_date_index ON sales.quote (company_id, date DESC, id DESC);
-- Filter status.
CREATE INDEX quote_status_index ON sales.quote (company_id, status, date DESC, id DESC);
-- Filter partnerId.
CREATE INDEX quote_partner_index ON sales.quote (company_id, partner_id, date DESC, id DESC)
    WHERE partner_id IS NOT NULL;
-- Filter businessUnitId.
CREATE INDEX quote_business_unit_index ON sales.quote (company_id, business_unit_id, date DESC, id DESC);
-- sort=total.
CREATE INDEX quote_total_index ON sales.quote (company_id, total_base, id);
-- sort=validUntil, and the pass that expires what nobody has answered.
CREATE INDEX quote_valid_until_index ON sales.quote (company_id, valid_until, id);
CREATE INDEX quote_open_index ON sales.quote (company_id, valid_until) WHERE status = 'open';

CREATE TABLE sales.quote_line (
    company_id uuid NOT NULL,
    quote_id uuid NOT NULL,
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
    tax_category text COLLATE "C" NOT NULL,
    tax_rate numeric(9,4) NOT NULL,
    tax_exemption_reason text,
    lot_number text,
    net bigint NOT NULL,
    tax bigint NOT NULL,
    total bigint NOT NULL,
    -- What of the line the sale has taken over.
    quantity_converted numeric(20,6) NOT NULL,
    CONSTRAINT quote_line_pkey PRIMARY KEY (company_id, quote_id, position),
    CONSTRAINT quote_line_quote_fkey FOREIGN KEY (company_id, quote_id) REFERENCES sales.quote (company_id, id)
);
COMMENT ON TABLE sales.quote_line IS 'Lines of quotes. Bound policy.';
SELECT svc.company_table('sales.quote_line');

-- Published: others may read this and nothing else of the schema. Columns are added, never removed.
CREATE VIEW sales.v1_quotes WITH (security_invoker = true) AS
SELECT company_id, id, number, status, business_unit_id, partner_id, partner_name, date, valid_until, currency,
       exchange_rate, subtotal, tax_total, total, total_base, sale_id, created_at, updated_at
FROM sales.quote;
COMMENT ON VIEW sales.v1_quotes IS 'Published view of the quotes, for reports.';
