-- svc: phase=expand
-- svc: foreach-company
-- Counts what was there before it was counted.
UPDATE stays.stay SET unit_key = lower(unit) WHERE unit_key IS NULL;

INSERT INTO stays.list_tally (company_id, list, grain, date, a, b, c, d, e, documents)
SELECT s.company_id, 'stay', g.grain, CASE g.grain WHEN 'm' THEN date_trunc('month', s.arrival)::date ELSE s.arrival END,
       s.status, '', '', '', '', count(*)
FROM stays.stay s
CROSS JOIN (VALUES ('d'), ('m')) AS g (grain)
GROUP BY 1, 3, 4, 5;
