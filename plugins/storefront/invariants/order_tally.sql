-- The counts of order requests per day and month and state are those of the requests.
SELECT coalesce(t.company_id, o.company_id) AS company_id,
       concat_ws(', ', coalesce(t.grain, o.grain), coalesce(t.date, o.date), coalesce(t.a, o.status)) AS subject,
       coalesce(o.documents, 0)::text AS expected, coalesce(t.documents, 0)::text AS found
FROM (SELECT * FROM storefront.list_tally WHERE list = 'order') t
FULL JOIN (SELECT r.company_id, g.grain,
                  CASE g.grain WHEN 'm' THEN date_trunc('month', r.day)::date ELSE r.day END AS date, r.status,
                  count(*) AS documents
           FROM (SELECT company_id, (created_at AT TIME ZONE 'UTC')::date AS day, status FROM storefront.order_request) r,
                (VALUES ('d'), ('m')) AS g (grain)
           GROUP BY 1, 2, 3, 4) o
       ON o.company_id = t.company_id AND o.grain = t.grain AND o.date = t.date AND o.status = t.a
WHERE coalesce(o.documents, 0) <> coalesce(t.documents, 0);
