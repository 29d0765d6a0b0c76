-- The counts of recurring sales per state are those of the recurring sales.
SELECT coalesce(t.company_id, r.company_id) AS company_id, 'recurring sales, ' || coalesce(t.a, r.state) AS subject,
       coalesce(r.documents, 0)::text AS expected, coalesce(t.documents, 0)::text AS found
FROM (SELECT * FROM sales.list_tally WHERE list = 'recurring') t
FULL JOIN (SELECT company_id, state, count(*) AS documents FROM sales.recurring GROUP BY company_id, state) r
       ON r.company_id = t.company_id AND r.state = t.a
WHERE coalesce(r.documents, 0) <> coalesce(t.documents, 0);
