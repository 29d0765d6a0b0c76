-- svc: phase=expand
-- Published to exports: with the number of its lines, who reads the lines of many entries at once knows that it has all.
CREATE OR REPLACE VIEW ledger.v1_journal WITH (security_invoker = true) AS
    SELECT company_id, id AS entry_id, fiscal_year, number, date, journal, label, document_kind, document_id,
           document_number, document_date, business_unit_id, created_at, line_count
    FROM ledger.entry;
