-- svc: phase=expand
-- Invoices of suppliers as they came. Amounts are minor units of the currency of the invoice.

CREATE TABLE receiving.supplier_invoice (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    status text COLLATE "C" NOT NULL DEFAULT 'received',
    source text COLLATE "C" NOT NULL,
    syntax text COLLATE "C" NOT NULL,
    profile text COLLATE "C" NOT NULL,
    number text COLLATE "C" NOT NULL,
    kind text COLLATE "C" NOT NULL,
    issue_date date NOT NULL,
    due_date date,
    currency text COLLATE "C" NOT NULL,
    -- VAT number, else registration number, else the name: by what a second copy of an invoice is recognised.
    seller_key text COLLATE "C" NOT NULL,
    seller_name text NOT NULL,
    partner_id uuid,
    purchase_order_ref text,
    purchase_id uuid,
    expense_id uuid,
    subtotal bigint NOT NULL,
    tax_total bigint NOT NULL,
    total bigint NOT NULL,
    prepaid bigint NOT NULL,
    payable bigint NOT NULL,
    -- { seller, taxes, lines, findings } as the API shows them.
    details json NOT NULL,
    duplicate_of uuid,
    attachment_id uuid NOT NULL,
    file_name text NOT NULL,
    content_type text COLLATE "C" NOT NULL,
    sha256 text COLLATE "C" NOT NULL,
    refusal_reason text,
    refusal_code text COLLATE "C",
    decided_at timestamptz,
    version integer NOT NULL DEFAULT 1,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    created_by_kind text COLLATE "C",
    created_by_id uuid,
    CONSTRAINT supplier_invoice_pkey PRIMARY KEY (company_id, id),
    CONSTRAINT supplier_invoice_status_check CHECK (status IN ('received', 'accepted', 'refused')),
    CONSTRAINT supplier_invoice_kind_check CHECK (kind IN ('invoice', 'credit_note')),
    CONSTRAINT supplier_invoice_decided_check CHECK ((status = 'received') = (decided_at IS NULL))
) WITH (fillfactor = 90);
COMMENT ON TABLE receiving.supplier_invoice IS 'Invoices of suppliers as they came. Bound policy.';
SELECT svc.company_table('receiving.supplier_invoice');

-- The list, newest first, from, to.
CREATE INDEX supplier_invoice_date_index ON receiving.supplier_invoice (company_id, issue_date DESC, id DESC);
-- Filter status=received: what waits for somebody.
CREATE INDEX supplier_invoice_waiting_index ON receiving.supplier_invoice (company_id, issue_date DESC, id DESC)
    WHERE status = 'received';
-- Filter partnerId.
CREATE INDEX supplier_invoice_partner_index ON receiving.supplier_invoice (company_id, partner_id, issue_date DESC, id DESC);
-- The same invoice again.
CREATE INDEX supplier_invoice_seller_index ON receiving.supplier_invoice (company_id, seller_key, number);
CREATE INDEX supplier_invoice_digest_index ON receiving.supplier_invoice (company_id, sha256);
