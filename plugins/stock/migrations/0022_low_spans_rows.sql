-- svc: phase=expand
-- svc: foreach-company
-- When items were low, from their movements and the threshold of today, the only one that is known.
INSERT INTO stock.low_span (company_id, item_id, since, until)
WITH states AS (
    SELECT m.company_id, m.item_id, m.sequence, m.at,
           sum(m.quantity) OVER (PARTITION BY m.company_id, m.item_id ORDER BY m.sequence) < i.alert_threshold AS low
    FROM stock.movement m JOIN stock.item i ON i.company_id = m.company_id AND i.id = m.item_id
    WHERE i.track_stock AND i.alert_threshold IS NOT NULL
    UNION ALL
    SELECT i.company_id, i.id, 0,
           least(i.created_at, (SELECT min(m.at) FROM stock.movement m WHERE m.company_id = i.company_id AND m.item_id = i.id)),
           i.alert_threshold > 0
    FROM stock.item i WHERE i.track_stock AND i.alert_threshold IS NOT NULL
), changes AS (
    SELECT *, lag(low) OVER (PARTITION BY company_id, item_id ORDER BY sequence) AS before FROM states
), steps AS (
    SELECT *, coalesce(lead(at) OVER (PARTITION BY company_id, item_id ORDER BY sequence), 'infinity') AS until
    FROM changes WHERE low IS DISTINCT FROM before
)
SELECT company_id, item_id, at, max(until) FROM steps WHERE low GROUP BY company_id, item_id, at;

UPDATE stock.item i SET was_low = true
WHERE EXISTS (SELECT FROM stock.low_span s WHERE s.company_id = i.company_id AND s.item_id = i.id);

INSERT INTO stock.list_tally (company_id, list, grain, date, a, b, c, d, e, documents)
SELECT c.company_id, 'low', g.grain, CASE g.grain WHEN 'm' THEN date_trunc('month', c.day)::date ELSE c.day END,
       c.location_id::text, '', '', '', '', sum(c.n)
FROM (SELECT p.company_id, p.location_id, (e.at AT TIME ZONE 'UTC')::date AS day, e.n
      FROM (SELECT l.company_id, l.item_id, l.location_id, min(l.since) AS since
            FROM stock.level l JOIN stock.item i ON i.company_id = l.company_id AND i.id = l.item_id
            WHERE l.counted AND i.track_stock AND NOT i.archived GROUP BY 1, 2, 3) p
      JOIN stock.low_span s ON s.company_id = p.company_id AND s.item_id = p.item_id AND p.since < s.until
      CROSS JOIN LATERAL (VALUES (greatest(s.since, p.since), 1), (s.until, -1)) AS e (at, n)
      WHERE e.at < 'infinity') c
CROSS JOIN (VALUES ('d'), ('m')) AS g (grain)
GROUP BY 1, 3, 4, 5 HAVING sum(c.n) <> 0;
