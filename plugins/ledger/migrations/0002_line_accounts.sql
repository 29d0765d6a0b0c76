-- svc: phase=expand
-- A category of movements may name its own account in a chart; it stands before that of the role.
ALTER TABLE ledger.line ADD COLUMN accounts json;
COMMENT ON COLUMN ledger.line.accounts IS 'Account by chart where the line has one of its own; else its role gives it.';

CREATE OR REPLACE VIEW ledger.v1_entries WITH (security_invoker = true) AS
    SELECT e.company_id, e.id AS entry_id, e.fiscal_year, e.number, e.journal, e.date, e.label AS entry_label,
           e.document_kind, e.document_id, e.document_number, e.document_date, e.business_unit_id, e.created_at,
           l.line_number, l.role, l.debit, l.credit, l.partner_id, l.tax_category, l.tax_rate, l.wallet_id,
           l.foreign_amount, l.foreign_currency, l.exchange_rate, coalesce(l.label, e.label) AS label, l.accounts
    FROM ledger.entry e
    JOIN ledger.line l ON l.company_id = e.company_id AND l.entry_id = e.id;
