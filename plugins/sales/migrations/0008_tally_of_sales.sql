-- svc: phase=expand
-- svc: foreach-company
INSERT INTO sales.tally (company_id, date, business_unit_id, kind, channel, status, payment_status, delivery_status,
                         fiscal_status, documents, subtotal, tax, total, paid, balance)
SELECT company_id, date, business_unit_id, kind, channel, status, payment_status, delivery_status, fiscal_status,
       count(*), sum(subtotal_base), sum(tax_base), sum(total_base), sum(paid_base),
       sum(total_base - credited_base - paid_base + refunded_base)
FROM sales.sale GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9;
