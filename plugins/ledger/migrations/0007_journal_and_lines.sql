-- svc: phase=expand
-- Published to exports: entries alone and lines alone. A page of entries is found by the index of their numbers or of
-- their dates, its lines by the key of lines, and nothing is looked up twice.
CREATE OR REPLACE VIEW ledger.v1_journal WITH (security_invoker = true) AS
    SELECT company_id, id AS entry_id, fiscal_year, number, date, journal, label, document_kind, document_id,
           document_number, document_date, business_unit_id, created_at
    FROM ledger.entry;
CREATE VIEW ledger.v1_lines WITH (security_invoker = true) AS
    SELECT company_id, entry_id, line_number, role, debit, credit, partner_id, tax_category, tax_rate, wallet_id,
           foreign_amount, foreign_currency, exchange_rate, label, accounts, open_item, open_item_number
    FROM ledger.line;
COMMENT ON VIEW ledger.v1_journal IS 'Published: the entries without their lines.';
COMMENT ON VIEW ledger.v1_lines IS 'Published: the lines without their entries.';
