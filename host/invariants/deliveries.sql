-- Every delivery to a webhook tells of an event of its company; deliveries with a body of their own are tests.
SELECT d.company_id, 'delivery of evt_' || d.event_number AS subject, d.event AS expected,
       coalesce(e.type, 'no event') AS found
FROM svc.webhook_delivery d
LEFT JOIN svc.event e ON e.company_id = d.company_id AND e.position = d.position AND e.number = d.event_number
WHERE d.body IS NULL AND e.type IS DISTINCT FROM d.event;
