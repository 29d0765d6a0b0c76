-- svc: phase=expand
-- Published: others may read these and nothing else of the schema. Columns are added, never removed.

-- One row per line, with the facts of its entry.
CREATE VIEW ledger.v1_entries WITH (security_invoker = true) AS
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
COMMENT ON VIEW ledger.v1_entries IS 'Published: the lines of the books with their entries.';

-- Entries alone and lines alone, for exports. A page of entries is found by the index of their numbers or of their dates,
-- its lines by the key of lines, and nothing is looked up twice. With the number of its lines, who reads the lines of many
-- entries at once knows that it has all.
CREATE VIEW ledger.v1_journal WITH (security_invoker = true) AS
    SELECT company_id, id AS entry_id, fiscal_year, number, date, journal, label, document_kind, document_id,
           document_number, document_date, business_unit_id, created_at, line_count
    FROM ledger.entry;
COMMENT ON VIEW ledger.v1_journal IS 'Published: the entries without their lines.';
CREATE VIEW ledger.v1_lines WITH (security_invoker = true) AS
    SELECT company_id, entry_id, line_number, role, debit, credit, partner_id, tax_category, tax_rate, wallet_id,
           foreign_amount, foreign_currency, exchange_rate, label, accounts, open_item, open_item_number
    FROM ledger.line;
COMMENT ON VIEW ledger.v1_lines IS 'Published: the lines without their entries.';

-- Positive is a debit balance.
CREATE VIEW ledger.v1_balances WITH (security_invoker = true) AS
    SELECT company_id, role, partner_id, sum(debit) AS debit, sum(credit) AS credit, sum(debit) - sum(credit) AS balance
    FROM ledger.line
    GROUP BY company_id, role, partner_id;
COMMENT ON VIEW ledger.v1_balances IS 'Published: balance of each role, partner by partner.';

-- Lines of customers and suppliers in two parts, so that those of an item are found by the index of documents and by that
-- of open items.
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
