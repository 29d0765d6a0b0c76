-- svc: phase=expand
-- The hourly pass: invoices with a balance whose overdue event was not made yet.
CREATE INDEX sale_overdue_index ON sales.sale (company_id, due_date) WHERE balance > 0 AND overdue_at IS NULL;
