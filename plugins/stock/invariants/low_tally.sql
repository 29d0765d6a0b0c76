-- The changes of places whose item became or ceased to be low, per day and month, are those of the spans of their items.
WITH expected AS (
    SELECT c.company_id, g.grain, CASE g.grain WHEN 'm' THEN date_trunc('month', c.day)::date ELSE c.day END AS date,
           c.location_id::text AS a, sum(c.n) AS documents
    FROM (SELECT p.company_id, p.location_id, (e.at AT TIME ZONE 'UTC')::date AS day, e.n
          FROM (SELECT l.company_id, l.item_id, l.location_id, min(l.since) AS since
                FROM stock.level l JOIN stock.item i ON i.company_id = l.company_id AND i.id = l.item_id
                WHERE l.counted AND i.track_stock AND NOT i.archived GROUP BY 1, 2, 3) p
          JOIN stock.low_span s ON s.company_id = p.company_id AND s.item_id = p.item_id AND p.since < s.until
          CROSS JOIN LATERAL (VALUES (greatest(s.since, p.since), 1), (s.until, -1)) AS e (at, n)
          WHERE e.at < 'infinity') c, (VALUES ('d'), ('m')) AS g (grain)
    GROUP BY 1, 2, 3, 4
)
SELECT coalesce(e.company_id, f.company_id) AS company_id,
       concat_ws(', ', coalesce(e.grain, f.grain), coalesce(e.date, f.date), 'location ' || coalesce(e.a, f.a)) AS subject,
       coalesce(e.documents, 0)::text AS expected, coalesce(f.documents, 0)::text AS found
FROM expected e
FULL JOIN (SELECT * FROM stock.list_tally WHERE list = 'low') f
       ON f.company_id = e.company_id AND f.grain = e.grain AND f.date = e.date AND f.a = e.a
WHERE coalesce(e.documents, 0) <> coalesce(f.documents, 0);
