-- svc: phase=expand
-- What an export of a locked year needs of partners is kept when it is written: it must not follow later changes.

-- The document that a line of a customer or supplier belongs to, where it is not that of its entry: a credit note or
-- a voided payment names the invoice. Lines of one open item are lettered when they balance.
ALTER TABLE ledger.line ADD COLUMN open_item text COLLATE "C";
ALTER TABLE ledger.line ADD COLUMN open_item_number text COLLATE "C";

-- Names of partners from a date on. A name at a date is the last one before: postings into a locked period being
-- refused, what was said of it stays.
CREATE TABLE ledger.partner_name (
    company_id uuid NOT NULL,
    partner_id uuid NOT NULL,
    since date NOT NULL,
    name text NOT NULL,
    CONSTRAINT ledger_partner_name_pkey PRIMARY KEY (company_id, partner_id, since)
);
COMMENT ON TABLE ledger.partner_name IS 'Names of partners in the books. Bound policy.';

-- Personal accounts: customers and suppliers are counted one by one as they come into the books.
CREATE TABLE ledger.partner_account_number (
    company_id uuid NOT NULL,
    side text COLLATE "C" NOT NULL,
    last bigint NOT NULL,
    CONSTRAINT ledger_partner_account_number_pkey PRIMARY KEY (company_id, side)
) WITH (fillfactor = 50);
COMMENT ON TABLE ledger.partner_account_number IS 'Last place given in partner_account. Bound policy.';
CREATE TABLE ledger.partner_account (
    company_id uuid NOT NULL,
    side text COLLATE "C" NOT NULL,
    partner_id uuid NOT NULL,
    ordinal bigint NOT NULL,
    CONSTRAINT ledger_partner_account_pkey PRIMARY KEY (company_id, side, partner_id),
    CONSTRAINT ledger_partner_account_ordinal_key UNIQUE (company_id, side, ordinal),
    CONSTRAINT ledger_partner_account_side_check CHECK (side IN ('customer', 'supplier'))
);
COMMENT ON TABLE ledger.partner_account IS 'Place of each customer and supplier among the personal accounts. Bound policy.';

ALTER TABLE ledger.partner_name ENABLE ROW LEVEL SECURITY;
ALTER TABLE ledger.partner_name FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON ledger.partner_name
    USING (company_id = (SELECT current_setting('svc.company')::uuid))
    WITH CHECK (company_id = (SELECT current_setting('svc.company')::uuid));
ALTER TABLE ledger.partner_account_number ENABLE ROW LEVEL SECURITY;
ALTER TABLE ledger.partner_account_number FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON ledger.partner_account_number
    USING (company_id = (SELECT current_setting('svc.company')::uuid))
    WITH CHECK (company_id = (SELECT current_setting('svc.company')::uuid));
ALTER TABLE ledger.partner_account ENABLE ROW LEVEL SECURITY;
ALTER TABLE ledger.partner_account FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON ledger.partner_account
    USING (company_id = (SELECT current_setting('svc.company')::uuid))
    WITH CHECK (company_id = (SELECT current_setting('svc.company')::uuid));

CREATE OR REPLACE VIEW ledger.v1_entries WITH (security_invoker = true) AS
    SELECT e.company_id, e.id AS entry_id, e.fiscal_year, e.number, e.journal, e.date, e.label AS entry_label,
           e.document_kind, e.document_id, e.document_number, e.document_date, e.business_unit_id, e.created_at,
           l.line_number, l.role, l.debit, l.credit, l.partner_id, l.tax_category, l.tax_rate, l.wallet_id,
           l.foreign_amount, l.foreign_currency, l.exchange_rate, coalesce(l.label, e.label) AS label, l.accounts,
           CASE WHEN l.role NOT IN ('customer', 'supplier') THEN NULL
                WHEN l.open_item IS NOT NULL THEN l.open_item
                WHEN e.document_kind IN ('sale', 'purchase') THEN e.document_id END AS open_item,
           CASE WHEN l.role NOT IN ('customer', 'supplier') THEN NULL
                WHEN l.open_item IS NOT NULL THEN l.open_item_number
                WHEN e.document_kind IN ('sale', 'purchase') THEN e.document_number END AS open_item_number
    FROM ledger.entry e
    JOIN ledger.line l ON l.company_id = e.company_id AND l.entry_id = e.id;

-- The lines of an open item, found by it.
CREATE INDEX ledger_line_open_item_idx ON ledger.line (company_id, open_item) WHERE open_item IS NOT NULL;

-- The same lines of customers and suppliers in two parts, so that those of an item are found by the index of documents
-- and by that above.
CREATE VIEW ledger.v1_claims WITH (security_invoker = true) AS
    SELECT e.company_id, e.document_id AS open_item, l.role, l.partner_id, e.fiscal_year, e.number, e.date, l.debit, l.credit
    FROM ledger.entry e
    JOIN ledger.line l ON l.company_id = e.company_id AND l.entry_id = e.id
    WHERE e.document_kind IN ('sale', 'purchase') AND l.role IN ('customer', 'supplier') AND l.open_item IS NULL
    UNION ALL
    SELECT l.company_id, l.open_item, l.role, l.partner_id, e.fiscal_year, e.number, e.date, l.debit, l.credit
    FROM ledger.line l
    JOIN ledger.entry e ON e.company_id = l.company_id AND e.id = l.entry_id
    WHERE l.open_item IS NOT NULL AND l.role IN ('customer', 'supplier');
COMMENT ON VIEW ledger.v1_claims IS 'Published: the lines of claims and debts by the sale or purchase that they belong to.';

CREATE VIEW ledger.v1_partner_names WITH (security_invoker = true) AS
    SELECT company_id, partner_id, since, name FROM ledger.partner_name;
COMMENT ON VIEW ledger.v1_partner_names IS 'Published: names of partners in the books from a date on.';
CREATE VIEW ledger.v1_partner_accounts WITH (security_invoker = true) AS
    SELECT company_id, side, partner_id, ordinal FROM ledger.partner_account;
COMMENT ON VIEW ledger.v1_partner_accounts IS 'Published: places of customers and suppliers among the personal accounts.';
