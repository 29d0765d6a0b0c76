-- svc: phase=expand
-- The rows of v1_entries for who reads those of a period, or of all days up to one: the entries come first, and their lines
-- are looked up by their key, entry by entry. The planner must not choose: for a company that is younger than the statistics
-- of the tables it expects no entry at all, and would read all lines of the company for each. OFFSET keeps it from that.
CREATE VIEW ledger.v1_period_entries WITH (security_invoker = true) AS
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
    CROSS JOIN LATERAL (SELECT * FROM ledger.line n WHERE n.company_id = e.company_id AND n.entry_id = e.id OFFSET 0) l;
COMMENT ON VIEW ledger.v1_period_entries IS 'Published: the lines of the books with their entries, read from the entries on.';
