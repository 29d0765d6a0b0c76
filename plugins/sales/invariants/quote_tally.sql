-- The counts of quotes per day and month, business unit and state are those of the quotes.
SELECT coalesce(d.company_id, q.company_id) AS company_id,
       concat_ws(', ', coalesce(d.grain, q.grain), coalesce(d.date, q.date), 'business unit ' || coalesce(d.a, q.a),
                 coalesce(d.b, q.b)) AS subject,
       coalesce(q.documents, 0)::text AS expected, coalesce(d.documents, 0)::text AS found
FROM (SELECT * FROM sales.list_tally WHERE list = 'quote') d
FULL JOIN (SELECT company_id, g.grain, CASE g.grain WHEN 'm' THEN date_trunc('month', date)::date ELSE date END AS date,
                  business_unit_id::text AS a, status AS b, count(*) AS documents
           FROM sales.quote, (VALUES ('d'), ('m')) AS g (grain) GROUP BY 1, 2, 3, 4, 5) q
       ON q.company_id = d.company_id AND q.grain = d.grain AND q.date = d.date AND q.a = d.a AND q.b = d.b
WHERE coalesce(q.documents, 0) <> coalesce(d.documents, 0);
