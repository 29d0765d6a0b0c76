-- svc: phase=expand
-- Fiscal years whose periodic inventory the pass has closed: each once.
CREATE TABLE stock.year_closing (
    company_id uuid NOT NULL,
    ends_on date NOT NULL,
    closed_at timestamptz NOT NULL,
    CONSTRAINT stock_year_closing_pkey PRIMARY KEY (company_id, ends_on)
);
COMMENT ON TABLE stock.year_closing IS 'Fiscal years closed with their inventory. Bound policy.';
SELECT svc.company_table('stock.year_closing');
