-- The sums of a day and business unit are those of its sales.
SELECT coalesce(d.company_id, s.company_id) AS company_id,
       coalesce(d.date, s.date) || ', business unit ' || coalesce(d.business_unit_id, s.business_unit_id) AS subject,
       concat_ws(' ', coalesce(s.documents, 0), 'documents, net', coalesce(s.subtotal, 0), 'tax', coalesce(s.tax, 0),
                 'total', coalesce(s.total, 0), 'paid', coalesce(s.paid, 0), 'credited', coalesce(s.credited, 0),
                 'refunded', coalesce(s.refunded, 0)) AS expected,
       concat_ws(' ', coalesce(d.documents, 0), 'documents, net', coalesce(d.subtotal, 0), 'tax', coalesce(d.tax, 0),
                 'total', coalesce(d.total, 0), 'paid', coalesce(d.paid, 0), 'credited', coalesce(d.credited, 0),
                 'refunded', coalesce(d.refunded, 0)) AS found
FROM sales.day d
FULL JOIN (SELECT company_id, date, business_unit_id, count(*) AS documents,
                  coalesce(sum(total_base) FILTER (WHERE status = 'active'), 0) AS total,
                  coalesce(sum(subtotal_base) FILTER (WHERE status = 'active'), 0) AS subtotal,
                  coalesce(sum(tax_base) FILTER (WHERE status = 'active'), 0) AS tax,
                  coalesce(sum(paid_base) FILTER (WHERE status = 'active'), 0) AS paid,
                  coalesce(sum(credited_base) FILTER (WHERE status = 'active'), 0) AS credited,
                  coalesce(sum(refunded_base) FILTER (WHERE status = 'active'), 0) AS refunded
           FROM sales.sale GROUP BY company_id, date, business_unit_id) s
       ON s.company_id = d.company_id AND s.date = d.date AND s.business_unit_id = d.business_unit_id
WHERE (coalesce(d.documents, 0), coalesce(d.subtotal, 0), coalesce(d.tax, 0), coalesce(d.total, 0), coalesce(d.paid, 0),
       coalesce(d.credited, 0), coalesce(d.refunded, 0))
   <> (coalesce(s.documents, 0), coalesce(s.subtotal, 0), coalesce(s.tax, 0), coalesce(s.total, 0), coalesce(s.paid, 0),
       coalesce(s.credited, 0), coalesce(s.refunded, 0));
