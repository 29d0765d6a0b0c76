-- What waits in the queue of deliveries is a delivery that waits, and none that waits is missing in the queue.
SELECT coalesce(q.company_id, d.company_id) AS company_id,
       'delivery ' || coalesce(q.delivery_id, d.id) AS subject,
       CASE WHEN q.delivery_id IS NULL THEN 'in the queue' ELSE 'pending or retrying' END AS expected,
       CASE WHEN q.delivery_id IS NULL THEN 'not in the queue' ELSE coalesce(d.state, 'no delivery') END AS found
FROM svc.webhook_due q
FULL JOIN svc.webhook_delivery d
       ON d.company_id = q.company_id AND d.id = q.delivery_id AND d.created_at = q.created_at
WHERE (q.delivery_id IS NOT NULL AND coalesce(d.state, '') NOT IN ('pending', 'retrying'))
   OR (q.delivery_id IS NULL AND d.state IN ('pending', 'retrying'));
