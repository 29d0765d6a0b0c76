-- svc: phase=expand
-- What happens after a sale: deliveries, refunds with their credit notes, voided payments, reminders, the overdue pass.

-- In the currency of the company, at the rate of the sale: what credit notes took off the receivable, and what money
-- given back has put on it again.
ALTER TABLE sales.sale ADD COLUMN credited_base bigint NOT NULL DEFAULT 0;
ALTER TABLE sales.sale ADD COLUMN refunded_base bigint NOT NULL DEFAULT 0;
ALTER TABLE sales.sale ADD COLUMN reminders integer NOT NULL DEFAULT 0;
-- When invoice.overdue was emitted: once per invoice.
ALTER TABLE sales.sale ADD COLUMN overdue_at timestamptz;
-- Public addresses are sealed by the host and need no token in the row.
ALTER TABLE sales.sale ALTER COLUMN public_token DROP NOT NULL;

ALTER TABLE sales.line ADD COLUMN quantity_returned numeric(20,6) NOT NULL DEFAULT 0;
ALTER TABLE sales.line ADD COLUMN quantity_cancelled numeric(20,6) NOT NULL DEFAULT 0;
ALTER TABLE sales.line ADD COLUMN credited bigint NOT NULL DEFAULT 0;
ALTER TABLE sales.line ADD COLUMN credited_tax bigint NOT NULL DEFAULT 0;
ALTER TABLE sales.line ADD COLUMN credited_net_base bigint NOT NULL DEFAULT 0;
ALTER TABLE sales.line ADD COLUMN credited_tax_base bigint NOT NULL DEFAULT 0;
COMMENT ON COLUMN sales.line.quantity_returned IS 'Was handed over and came back.';
COMMENT ON COLUMN sales.line.quantity_cancelled IS 'Was refunded before it was handed over: is not delivered any more.';

ALTER TABLE sales.payment ADD COLUMN provider text COLLATE "C";
ALTER TABLE sales.payment ADD COLUMN voided_at timestamptz;
ALTER TABLE sales.payment ADD COLUMN void_reason text;

-- The lines of the note as a document shows them.
ALTER TABLE sales.credit_note ADD COLUMN lines jsonb NOT NULL DEFAULT '[]';

ALTER TABLE sales.day ADD COLUMN credited bigint NOT NULL DEFAULT 0;
ALTER TABLE sales.day ADD COLUMN refunded bigint NOT NULL DEFAULT 0;

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
ALTER TABLE sales.delivery ENABLE ROW LEVEL SECURITY;
ALTER TABLE sales.delivery FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON sales.delivery
    USING (company_id = (SELECT current_setting('svc.company')::uuid))
    WITH CHECK (company_id = (SELECT current_setting('svc.company')::uuid));

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
ALTER TABLE sales.delivery_line ENABLE ROW LEVEL SECURITY;
ALTER TABLE sales.delivery_line FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON sales.delivery_line
    USING (company_id = (SELECT current_setting('svc.company')::uuid))
    WITH CHECK (company_id = (SELECT current_setting('svc.company')::uuid));

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
ALTER TABLE sales.refund ENABLE ROW LEVEL SECURITY;
ALTER TABLE sales.refund FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON sales.refund
    USING (company_id = (SELECT current_setting('svc.company')::uuid))
    WITH CHECK (company_id = (SELECT current_setting('svc.company')::uuid));

-- Published: others may read these and nothing else of the schema. Columns are added, never removed.
CREATE OR REPLACE VIEW sales.v1_sales WITH (security_invoker = true) AS
SELECT company_id, id, number, kind, status, payment_status, delivery_status, fiscal_status, channel, external_id,
       business_unit_id, partner_id, partner_name, date, due_date, currency, exchange_rate, subtotal, discount_total,
       tax_total, total, paid, refunded, credited, balance, subtotal_base, tax_base, total_base, paid_base, taxes,
       payment_reference, quote_id, created_at, updated_at, credited_base, refunded_base
FROM sales.sale;

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
       created_at
FROM sales.credit_note;
COMMENT ON VIEW sales.v1_credit_notes IS 'Published view of the credit notes.';
