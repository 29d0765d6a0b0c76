-- Every cancelled sale has one event sale.cancelled, and every such event has its cancelled sale.
-- An event is required only of cancellations as young as the oldest event that is still kept. An event is younger than
-- its cancellation when others wrote first, by hours after the clock was set back. A company is left out while events of
-- it wait for the journal.
SELECT coalesce(s.company_id, e.company_id) AS company_id, coalesce(s.number, e.number) AS subject,
       CASE WHEN s.number IS NULL THEN 'a cancelled sale' ELSE '1 sale.cancelled' END AS expected,
       CASE WHEN s.number IS NULL THEN 'only its event' ELSE coalesce(e.events, 0)::text END AS found
FROM (SELECT s.company_id, s.number, s.cancel_number, s.cancelled_at >= oldest.event AS young
      FROM sales.sale s, (SELECT min(created_at) AS event FROM svc.event) oldest
      WHERE s.status = 'cancelled') s
FULL JOIN (SELECT company_id, data::json ->> 'number' AS number, data::json ->> 'creditNoteNumber' AS cancel_number,
                  count(*) AS events
           FROM svc.event WHERE type = 'sale.cancelled' GROUP BY 1, 2, 3) e
       ON e.company_id = s.company_id AND e.cancel_number = s.cancel_number
WHERE (s.number IS NULL OR e.events > 1 OR (e.events IS NULL AND s.young))
  AND NOT EXISTS (SELECT FROM svc.event_waiting w WHERE w.company_id = coalesce(s.company_id, e.company_id));
