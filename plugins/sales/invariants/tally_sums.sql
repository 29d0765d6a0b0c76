-- The counts and sums of a day by states are those of its sales.
SELECT coalesce(t.company_id, s.company_id) AS company_id,
       concat_ws(' ', coalesce(t.date, s.date), coalesce(t.kind, s.kind), coalesce(t.channel, s.channel),
                 coalesce(t.status, s.status), coalesce(t.payment_status, s.payment_status),
                 coalesce(t.delivery_status, s.delivery_status), coalesce(t.fiscal_status, s.fiscal_status),
                 'business unit', coalesce(t.business_unit_id, s.business_unit_id)) AS subject,
       concat_ws(' ', coalesce(s.documents, 0), 'documents, net', coalesce(s.subtotal, 0), 'tax', coalesce(s.tax, 0),
                 'total', coalesce(s.total, 0), 'paid', coalesce(s.paid, 0), 'balance', coalesce(s.balance, 0)) AS expected,
       concat_ws(' ', coalesce(t.documents, 0), 'documents, net', coalesce(t.subtotal, 0), 'tax', coalesce(t.tax, 0),
                 'total', coalesce(t.total, 0), 'paid', coalesce(t.paid, 0), 'balance', coalesce(t.balance, 0)) AS found
FROM sales.tally t
FULL JOIN (SELECT company_id, date, business_unit_id, kind, channel, status, payment_status, delivery_status,
                  fiscal_status, count(*) AS documents, sum(subtotal_base) AS subtotal, sum(tax_base) AS tax,
                  sum(total_base) AS total, sum(paid_base) AS paid,
                  sum(total_base - credited_base - paid_base + refunded_base) AS balance
           FROM sales.sale GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9) s
       ON s.company_id = t.company_id AND s.date = t.date AND s.business_unit_id = t.business_unit_id
      AND s.kind = t.kind AND s.channel = t.channel AND s.status = t.status AND s.payment_status = t.payment_status
      AND s.delivery_status = t.delivery_status AND s.fiscal_status = t.fiscal_status
WHERE (coalesce(t.documents, 0), coalesce(t.subtotal, 0), coalesce(t.tax, 0), coalesce(t.total, 0), coalesce(t.paid, 0),
       coalesce(t.balance, 0))
   <> (coalesce(s.documents, 0), coalesce(s.subtotal, 0), coalesce(s.tax, 0), coalesce(s.total, 0), coalesce(s.paid, 0),
       coalesce(s.balance, 0));
