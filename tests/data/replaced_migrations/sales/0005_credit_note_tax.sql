-- svc: phase=expand
-- What a credit note took back of the tax, as it was posted: line by line, which is not the tax of the note at one rate.
ALTER TABLE sales.credit_note ADD COLUMN tax_base bigint;
COMMENT ON COLUMN sales.credit_note.tax_base IS
    'Tax in the currency of the company. Null: of a note that is older than the column.';
CREATE OR REPLACE VIEW sales.v1_credit_notes WITH (security_invoker = true) AS
SELECT company_id, id, sale_id, number, kind, date, currency, total, tax_total, total_base, taxes, lines, reason,
       created_at,
       coalesce(tax_base, round(total_base * tax_total / nullif(total, 0)::numeric)::bigint, 0) AS tax_base
FROM sales.credit_note;
