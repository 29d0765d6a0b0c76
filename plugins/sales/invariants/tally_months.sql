-- The counts and sums of a month are those of its days.
SELECT coalesce(m.company_id, d.company_id) AS company_id, coalesce(m.date, d.date)::text AS subject,
       concat_ws(' ', coalesce(d.documents, 0), 'documents, net', coalesce(d.subtotal, 0), 'tax', coalesce(d.tax, 0),
                 'total', coalesce(d.total, 0), 'paid', coalesce(d.paid, 0), 'balance', coalesce(d.balance, 0)) AS expected,
       concat_ws(' ', coalesce(m.documents, 0), 'documents, net', coalesce(m.subtotal, 0), 'tax', coalesce(m.tax, 0),
                 'total', coalesce(m.total, 0), 'paid', coalesce(m.paid, 0), 'balance', coalesce(m.balance, 0)) AS found
FROM (SELECT company_id, date, status, payment_status, sum(documents) AS documents, sum(subtotal) AS subtotal, sum(tax) AS tax,
             sum(total) AS total, sum(paid) AS paid, sum(balance) AS balance
      FROM sales.tally_month GROUP BY 1, 2, 3, 4) m
FULL JOIN (SELECT company_id, date_trunc('month', date)::date AS date, status, payment_status, sum(documents) AS documents,
                  sum(subtotal) AS subtotal, sum(tax) AS tax, sum(total) AS total, sum(paid) AS paid, sum(balance) AS balance
           FROM sales.tally GROUP BY 1, 2, 3, 4) d
       ON d.company_id = m.company_id AND d.date = m.date AND d.status = m.status AND d.payment_status = m.payment_status
WHERE (coalesce(m.documents, 0), coalesce(m.subtotal, 0), coalesce(m.tax, 0), coalesce(m.total, 0), coalesce(m.paid, 0),
       coalesce(m.balance, 0))
   <> (coalesce(d.documents, 0), coalesce(d.subtotal, 0), coalesce(d.tax, 0), coalesce(d.total, 0), coalesce(d.paid, 0),
       coalesce(d.balance, 0));
