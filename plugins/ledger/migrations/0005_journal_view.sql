-- svc: phase=expand
-- Published to exports: the entries alone, so that a page of them is found by the index of their numbers.
CREATE VIEW ledger.v1_journal WITH (security_invoker = true) AS
    SELECT company_id, id AS entry_id, fiscal_year, number, date FROM ledger.entry;
COMMENT ON VIEW ledger.v1_journal IS 'Published: the numbers and dates of the entries.';
