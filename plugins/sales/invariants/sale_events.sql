-- Every sale has one event sale.created, and every such event has its sale.
-- An event is required only of sales as young as the oldest event that is still kept. An event is younger than its sale
-- when others wrote first, by hours after the clock was set back. A company is left out while events of it wait for the
-- journal.
SELECT coalesce(s.company_id, e.company_id) AS company_id,
       coalesce(s.kind, e.kind) || ' ' || coalesce(s.number, e.number) AS subject,
       CASE WHEN s.number IS NULL THEN 'a sale' ELSE '1 sale.created' END AS expected,
       CASE WHEN s.number IS NULL THEN 'only its event' ELSE coalesce(e.events, 0)::text END AS found
FROM (SELECT s.company_id, s.kind, s.number, s.created_at >= oldest.event AS young
      FROM sales.sale s, (SELECT min(created_at) AS event FROM svc.event) oldest) s
FULL JOIN (SELECT company_id, data::json ->> 'kind' AS kind, data::json ->> 'number' AS number, count(*) AS events
           FROM svc.event WHERE type = 'sale.created' GROUP BY 1, 2, 3) e
       ON e.company_id = s.company_id AND e.kind = s.kind AND e.number = s.number
WHERE (s.number IS NULL OR e.events > 1 OR (e.events IS NULL AND s.young))
  AND NOT EXISTS (SELECT FROM svc.event_waiting w WHERE w.company_id = coalesce(s.company_id, e.company_id));
