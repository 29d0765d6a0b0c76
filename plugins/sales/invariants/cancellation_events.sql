-- Every cancelled sale has one event sale.cancelled, and every such event has its cancelled sale.
-- Only cancellations as young as the oldest event that is still kept. A company is left out while events of it wait for the journal.
SELECT coalesce(s.company_id, e.company_id) AS company_id, coalesce(s.number, e.number) AS subject,
       CASE WHEN s.number IS NULL THEN 'a cancelled sale' ELSE '1 sale.cancelled' END AS expected,
       CASE WHEN s.number IS NULL THEN 'only its event' ELSE coalesce(e.events, 0)::text END AS found
FROM (SELECT company_id, number, cancel_number FROM sales.sale
      WHERE status = 'cancelled' AND cancelled_at >= (SELECT min(created_at) FROM svc.event)) s
FULL JOIN (SELECT company_id, data::json ->> 'number' AS number, data::json ->> 'creditNoteNumber' AS cancel_number,
                  count(*) AS events
           FROM svc.event WHERE type = 'sale.cancelled' GROUP BY 1, 2, 3) e
       ON e.company_id = s.company_id AND e.cancel_number = s.cancel_number
WHERE (coalesce(e.events, 0) <> 1 OR s.number IS NULL)
  AND NOT EXISTS (SELECT FROM svc.event_waiting w WHERE w.company_id = coalesce(s.company_id, e.company_id));
