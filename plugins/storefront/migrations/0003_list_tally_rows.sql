-- svc: phase=expand
-- svc: foreach-company
-- Counts what was there before it was counted.
INSERT INTO storefront.list_tally (company_id, list, grain, date, a, b, c, d, e, documents)
SELECT o.company_id, 'order', g.grain, CASE g.grain WHEN 'm' THEN date_trunc('month', o.day)::date ELSE o.day END, o.status,
       '', '', '', '', count(*)
FROM (SELECT company_id, (created_at AT TIME ZONE 'UTC')::date AS day, status FROM storefront.order_request) o
CROSS JOIN (VALUES ('d'), ('m')) AS g (grain)
GROUP BY 1, 3, 4, 5;
