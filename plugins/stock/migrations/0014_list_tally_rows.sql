-- svc: phase=expand
-- svc: foreach-company
-- Counts what was there before it was counted.
UPDATE stock.item_cost c SET alert_threshold = i.alert_threshold
FROM stock.item i
WHERE i.company_id = c.company_id AND i.id = c.item_id AND i.alert_threshold IS NOT NULL;

UPDATE stock.item i SET low = true
FROM stock.item_cost c
WHERE c.company_id = i.company_id AND c.item_id = i.id AND i.track_stock AND c.quantity < i.alert_threshold;

UPDATE stock.level l
SET counted = true,
    since = coalesce((SELECT min(m.at) FROM stock.movement m WHERE m.company_id = l.company_id
                      AND m.item_id = l.item_id AND m.location_id = l.location_id), i.created_at)
FROM stock.item i
WHERE i.company_id = l.company_id AND i.id = l.item_id;

INSERT INTO stock.list_tally (company_id, list, grain, date, a, b, c, d, e, documents)
SELECT company_id, 'item', 'm', date '0001-01-01', archived::text, service::text, coalesce(category, ''), low::text, '',
       count(*)
FROM stock.item GROUP BY 1, 5, 6, 7, 8;

INSERT INTO stock.list_tally (company_id, list, grain, date, a, b, c, d, e, documents)
SELECT p.company_id, 'place', g.grain,
       CASE g.grain WHEN 'm' THEN date_trunc('month', p.day)::date ELSE p.day END, p.location_id::text, p.low::text, '', '',
       '', count(*)
FROM (SELECT l.company_id, l.item_id, l.location_id, i.low, (min(l.since) AT TIME ZONE 'UTC')::date AS day
      FROM stock.level l JOIN stock.item i ON i.company_id = l.company_id AND i.id = l.item_id
      WHERE l.counted AND i.track_stock AND NOT i.archived GROUP BY 1, 2, 3, 4) p
CROSS JOIN (VALUES ('d'), ('m')) AS g (grain)
GROUP BY 1, 3, 4, 5, 6;

INSERT INTO stock.list_tally (company_id, list, grain, date, a, b, c, d, e, documents)
SELECT m.company_id, 'movement', g.grain,
       CASE g.grain WHEN 'm' THEN date_trunc('month', m.day)::date ELSE m.day END, m.location_id::text, m.reason, '', '',
       '', sum(m.movements)
FROM (SELECT company_id, (at AT TIME ZONE 'UTC')::date AS day, location_id, reason, count(*) AS movements
      FROM stock.movement GROUP BY 1, 2, 3, 4) m
CROSS JOIN (VALUES ('d'), ('m')) AS g (grain)
GROUP BY 1, 3, 4, 5, 6;

INSERT INTO stock.list_tally (company_id, list, grain, date, a, b, c, d, e, documents)
SELECT t.company_id, 'transfer', g.grain,
       CASE g.grain WHEN 'm' THEN date_trunc('month', t.date)::date ELSE t.date END, t.from_location_id::text,
       t.to_location_id::text, '', '', '', count(*)
FROM stock.transfer t
CROSS JOIN (VALUES ('d'), ('m')) AS g (grain)
GROUP BY 1, 3, 4, 5, 6;

INSERT INTO stock.list_tally (company_id, list, grain, date, a, b, c, d, e, documents)
SELECT t.company_id, 'count', g.grain,
       CASE g.grain WHEN 'm' THEN date_trunc('month', t.date)::date ELSE t.date END, t.location_id::text, t.status, '', '',
       '', count(*)
FROM stock.count t
CROSS JOIN (VALUES ('d'), ('m')) AS g (grain)
GROUP BY 1, 3, 4, 5, 6;
