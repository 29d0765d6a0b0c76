-- The counts of quotes per day, business unit and state are those of the quotes.
SELECT coalesce(d.company_id, q.company_id) AS company_id,
       concat_ws(', ', coalesce(d.date, q.date), 'business unit ' || coalesce(d.business_unit_id, q.business_unit_id),
                 coalesce(d.status, q.status)) AS subject,
       coalesce(q.documents, 0)::text AS expected, coalesce(d.documents, 0)::text AS found
FROM sales.quote_day d
FULL JOIN (SELECT company_id, date, business_unit_id, status, count(*) AS documents FROM sales.quote
           GROUP BY company_id, date, business_unit_id, status) q
       ON q.company_id = d.company_id AND q.date = d.date AND q.business_unit_id = d.business_unit_id
      AND q.status = d.status
WHERE coalesce(q.documents, 0) <> coalesce(d.documents, 0);
