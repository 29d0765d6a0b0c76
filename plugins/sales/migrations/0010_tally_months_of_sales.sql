-- svc: phase=expand
-- svc: foreach-company
INSERT INTO sales.tally_month (company_id, date, business_unit_id, kind, channel, status, payment_status,
                               delivery_status, fiscal_status, documents, subtotal, tax, total, paid, balance)
SELECT company_id, date_trunc('month', date)::date, business_unit_id, kind, channel, status, payment_status,
       delivery_status, fiscal_status, sum(documents), sum(subtotal), sum(tax), sum(total), sum(paid), sum(balance)
FROM sales.tally GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9;
