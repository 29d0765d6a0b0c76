-- svc: phase=expand
-- svc: replaces=1:fbc04f5f65bbb098be268452694c254664ed71e4a90cea2845df2b89d2fe18ae
-- svc: replaces=2:3c9bcc6dec643177d15153cc89501c7c46004b1e4a1f2b52ac4c124bafa8653b
-- svc: replaces=3:8b5f3c939d8772fc7a9b93ac9caeac344651af8ed462fa4cfd2ccb48244cfc86
-- Orders to suppliers, what came of them, what was paid, and expenses.
--
-- Amounts are minor units of the currency of the purchase; those that end in _base are in the currency of the company.
-- Unit prices are minor units with decimals. Partners, items, wallets, locations and business units belong to
-- others: no foreign key leaves this schema.

CREATE TABLE purchases.purchase (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    number text COLLATE "C" NOT NULL,
    status text COLLATE "C" NOT NULL DEFAULT 'ordered',
    receipt_status text COLLATE "C" NOT NULL,
    payment_status text COLLATE "C" NOT NULL,
    supplier_reference text COLLATE "C",
    business_unit_id uuid NOT NULL,
    partner_id uuid NOT NULL,
    partner_name text NOT NULL,
    date date NOT NULL,
    expected_at date,
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
    balance bigint GENERATED ALWAYS AS (CASE WHEN status = 'cancelled' THEN 0 ELSE total - paid END) STORED,
    subtotal_base bigint NOT NULL,
    tax_base bigint NOT NULL,
    total_base bigint NOT NULL,
    -- What payments have taken off the debt, at the rate of the purchase: total_base once everything is paid.
    paid_base bigint NOT NULL,
    -- What is posted as owed for what was received: total_base once everything is received.
    received_base bigint NOT NULL,
    taxes jsonb NOT NULL,
    location_id uuid,
    note text,
    cancelled_at timestamptz,
    cancel_reason text,
    version integer NOT NULL DEFAULT 1,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    created_by_kind text COLLATE "C",
    created_by_id uuid,
    CONSTRAINT purchase_pkey PRIMARY KEY (company_id, id),
    CONSTRAINT purchase_number_key UNIQUE (company_id, number),
    CONSTRAINT purchase_status_check CHECK (status IN ('ordered', 'cancelled')),
    CONSTRAINT purchase_receipt_status_check CHECK (receipt_status IN ('pending', 'partially_received', 'received')),
    CONSTRAINT purchase_payment_status_check CHECK (payment_status IN ('unpaid', 'partially_paid', 'paid')),
    -- The last guard against paying too much; the code refuses earlier and by name.
    CONSTRAINT purchase_balance_check CHECK (paid BETWEEN 0 AND total)
) WITH (fillfactor = 85);
COMMENT ON TABLE purchases.purchase IS 'One row per order to a supplier. Bound policy.';
-- One purchase per reference of a supplier; also filter supplierReference together with partnerId.
CREATE UNIQUE INDEX purchase_supplier_reference_key ON purchases.purchase (company_id, partner_id, supplier_reference)
    WHERE supplier_reference IS NOT NULL;
-- Filter supplierReference alone.
CREATE INDEX purchase_reference_index ON purchases.purchase (company_id, supplier_reference)
    WHERE supplier_reference IS NOT NULL;
-- The list itself, from, to, sort=date, and the filters that leave most rows: status.
CREATE INDEX purchase_date_index ON purchases.purchase (company_id, date DESC, id DESC);
-- Orders total and -total; number uses purchase_number_key.
CREATE INDEX purchase_total_index ON purchases.purchase (company_id, total_base, id);
-- Filter partnerId.
CREATE INDEX purchase_partner_index ON purchases.purchase (company_id, partner_id, date DESC, id DESC);
-- Filter businessUnitId.
CREATE INDEX purchase_business_unit_index ON purchases.purchase (company_id, business_unit_id, date DESC, id DESC);
-- Filter paymentStatus: the open ones. Paid ones are most rows and use purchase_date_index.
CREATE INDEX purchase_payment_status_index ON purchases.purchase (company_id, payment_status, date DESC, id DESC)
    WHERE payment_status <> 'paid';
-- Filter receiptStatus: what is still to come.
CREATE INDEX purchase_receipt_status_index ON purchases.purchase (company_id, receipt_status, date DESC, id DESC)
    WHERE receipt_status <> 'received';
-- Filter overdue, and the open ones for the bank.
CREATE INDEX purchase_due_date_index ON purchases.purchase (company_id, due_date) WHERE balance > 0;
-- Filter overdue=true, in the order of the list: the day on which a purchase is due stands in the index, so that the
-- open ones that are not due yet are passed by without reading them.
CREATE INDEX purchase_open_due_index ON purchases.purchase (company_id, date DESC, id DESC, due_date) WHERE balance > 0;
-- Filter status=cancelled: a few of all. The others use purchase_date_index.
CREATE INDEX purchase_cancelled_index ON purchases.purchase (company_id, status, date DESC, id DESC)
    WHERE status = 'cancelled';

CREATE TABLE purchases.line (
    company_id uuid NOT NULL,
    purchase_id uuid NOT NULL,
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
    stocked boolean NOT NULL,
    lot_tracked boolean NOT NULL,
    tax_category text COLLATE "C" NOT NULL,
    tax_rate numeric(9,4) NOT NULL,
    tax_exemption_reason text,
    lot_number text,
    expires_on date,
    net bigint NOT NULL,
    tax bigint NOT NULL,
    total bigint NOT NULL,
    net_base bigint NOT NULL,
    tax_base bigint NOT NULL,
    quantity_received numeric(20,6) NOT NULL DEFAULT 0,
    CONSTRAINT purchase_line_pkey PRIMARY KEY (company_id, purchase_id, position),
    CONSTRAINT purchase_line_purchase_fkey FOREIGN KEY (company_id, purchase_id)
        REFERENCES purchases.purchase (company_id, id),
    CONSTRAINT purchase_line_received_check CHECK (quantity_received BETWEEN least(quantity, 0) AND greatest(quantity, 0))
);
COMMENT ON TABLE purchases.line IS 'Lines of the purchases, in their order. Bound policy.';

CREATE TABLE purchases.receipt (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    purchase_id uuid NOT NULL,
    number text COLLATE "C" NOT NULL,
    date date NOT NULL,
    location_id uuid,
    complete boolean NOT NULL,
    note text,
    created_at timestamptz NOT NULL,
    created_by_kind text COLLATE "C",
    created_by_id uuid,
    CONSTRAINT purchase_receipt_pkey PRIMARY KEY (company_id, id),
    CONSTRAINT purchase_receipt_number_key UNIQUE (company_id, number),
    CONSTRAINT purchase_receipt_purchase_fkey FOREIGN KEY (company_id, purchase_id)
        REFERENCES purchases.purchase (company_id, id)
);
COMMENT ON TABLE purchases.receipt IS 'What came in, receipt by receipt. Bound policy.';
CREATE INDEX purchase_receipt_purchase_index ON purchases.receipt (company_id, purchase_id);

CREATE TABLE purchases.receipt_line (
    company_id uuid NOT NULL,
    receipt_id uuid NOT NULL,
    position integer NOT NULL,
    line_id uuid NOT NULL,
    item_id uuid,
    quantity numeric(20,6) NOT NULL,
    unit_cost numeric(24,8) NOT NULL,
    lot_number text,
    expires_on date,
    CONSTRAINT purchase_receipt_line_pkey PRIMARY KEY (company_id, receipt_id, position),
    CONSTRAINT purchase_receipt_line_receipt_fkey FOREIGN KEY (company_id, receipt_id)
        REFERENCES purchases.receipt (company_id, id)
);
COMMENT ON TABLE purchases.receipt_line IS 'Lines of the receipts. Bound policy.';

CREATE TABLE purchases.payment (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    purchase_id uuid NOT NULL,
    amount bigint NOT NULL,
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
    status text COLLATE "C" NOT NULL DEFAULT 'paid',
    created_at timestamptz NOT NULL,
    created_by_kind text COLLATE "C",
    created_by_id uuid,
    CONSTRAINT purchase_payment_pkey PRIMARY KEY (company_id, id),
    CONSTRAINT purchase_payment_purchase_fkey FOREIGN KEY (company_id, purchase_id)
        REFERENCES purchases.purchase (company_id, id),
    CONSTRAINT purchase_payment_status_check CHECK (status IN ('paid', 'voided')),
    CONSTRAINT purchase_payment_amount_check CHECK (amount > 0)
);
COMMENT ON TABLE purchases.payment IS 'Money paid for purchases. Bound policy.';
CREATE INDEX purchase_payment_purchase_index ON purchases.payment (company_id, purchase_id);

CREATE TABLE purchases.expense (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    label text NOT NULL,
    category text COLLATE "C" NOT NULL,
    amount bigint NOT NULL,
    tax bigint NOT NULL,
    tax_rate numeric(9,4),
    currency text COLLATE "C" NOT NULL,
    wallet_id uuid NOT NULL,
    transaction_id uuid NOT NULL,
    business_unit_id uuid,
    partner_id uuid,
    date date NOT NULL,
    reference text,
    voided_at timestamptz,
    version integer NOT NULL DEFAULT 1,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    created_by_kind text COLLATE "C",
    created_by_id uuid,
    CONSTRAINT expense_pkey PRIMARY KEY (company_id, id),
    -- Finds the expense whose movement is voided.
    CONSTRAINT expense_transaction_key UNIQUE (company_id, transaction_id),
    CONSTRAINT expense_amount_check CHECK (amount > 0 AND tax BETWEEN 0 AND amount)
);
COMMENT ON TABLE purchases.expense IS 'Charges paid at once from a wallet. Bound policy.';
-- The list, from, to.
CREATE INDEX expense_date_index ON purchases.expense (company_id, date DESC, id DESC);
-- Filter category.
CREATE INDEX expense_category_index ON purchases.expense (company_id, category, date DESC, id DESC);
-- Filter walletId.
CREATE INDEX expense_wallet_index ON purchases.expense (company_id, wallet_id, date DESC, id DESC);
-- Filter partnerId.
CREATE INDEX expense_partner_index ON purchases.expense (company_id, partner_id, date DESC, id DESC)
    WHERE partner_id IS NOT NULL;

SELECT svc.company_table('purchases.purchase');
SELECT svc.business_unit_table('purchases.purchase');
SELECT svc.company_table('purchases.line');
SELECT svc.company_table('purchases.receipt');
SELECT svc.company_table('purchases.receipt_line');
SELECT svc.company_table('purchases.payment');
SELECT svc.company_table('purchases.expense');
SELECT svc.business_unit_table('purchases.expense', or_none => true);

-- Published: others may read these and nothing else of the schema. Columns are added, never removed.
-- received: in the currency of the purchase, of each line the same share as its receipts were posted with.
CREATE VIEW purchases.v1_purchases WITH (security_invoker = true) AS
SELECT p.company_id, p.id, p.number, p.status, p.receipt_status, p.payment_status, p.supplier_reference, p.business_unit_id,
       p.partner_id, p.partner_name, p.date, p.expected_at, p.due_date, p.currency, p.exchange_rate, p.subtotal,
       p.discount_total, p.tax_total, p.total, p.paid, p.balance, p.subtotal_base, p.tax_base, p.total_base, p.paid_base,
       p.received_base, p.taxes, p.created_at, p.updated_at,
       CASE p.receipt_status
           WHEN 'pending' THEN 0
           WHEN 'received' THEN p.total
           ELSE (SELECT coalesce(sum(round(l.net * l.quantity_received / l.quantity)
                                     + round(l.tax * l.quantity_received / l.quantity)), 0)::bigint
                 FROM purchases.line l WHERE l.company_id = p.company_id AND l.purchase_id = p.id)
       END AS received
FROM purchases.purchase p;
COMMENT ON VIEW purchases.v1_purchases IS 'Published view of the purchases, for reports and reconciliation.';

CREATE VIEW purchases.v1_payments WITH (security_invoker = true) AS
SELECT company_id, id, purchase_id, amount, amount_base, currency, method, origin, wallet_id, wallet_amount,
       wallet_currency, transaction_id, date, reference, status, created_at
FROM purchases.payment;
COMMENT ON VIEW purchases.v1_payments IS 'Published view of the money paid for purchases.';

CREATE VIEW purchases.v1_expenses WITH (security_invoker = true) AS
SELECT company_id, id, label, category, amount, tax, tax_rate, currency, wallet_id, transaction_id, business_unit_id,
       partner_id, date, reference, voided_at, created_at
FROM purchases.expense;
COMMENT ON VIEW purchases.v1_expenses IS 'Published view of the expenses, for reports.';
