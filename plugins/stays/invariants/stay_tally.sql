-- The counts of stays per day and month of arrival and state are those of the stays, and a stay is found by its unit.
SELECT coalesce(t.company_id, s.company_id) AS company_id,
       concat_ws(', ', coalesce(t.grain, s.grain), coalesce(t.date, s.date), coalesce(t.a, s.status)) AS subject,
       coalesce(s.documents, 0)::text AS expected, coalesce(t.documents, 0)::text AS found
FROM (SELECT * FROM stays.list_tally WHERE list = 'stay') t
FULL JOIN (SELECT company_id, g.grain, CASE g.grain WHEN 'm' THEN date_trunc('month', arrival)::date ELSE arrival END AS date,
                  status, count(*) AS documents
           FROM stays.stay, (VALUES ('d'), ('m')) AS g (grain) GROUP BY 1, 2, 3, 4) s
       ON s.company_id = t.company_id AND s.grain = t.grain AND s.date = t.date AND s.status = t.a
WHERE coalesce(s.documents, 0) <> coalesce(t.documents, 0)
 UNION ALL
SELECT company_id, 'unit of stay ' || id, lower(unit), unit_key
FROM stays.stay WHERE unit_key IS DISTINCT FROM lower(unit);
