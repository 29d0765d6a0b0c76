-- The number of an event is unique in the whole service, because receivers recognise it by that number.
SELECT min(company_id::text)::uuid AS company_id, 'event evt_' || number AS subject, 'once' AS expected,
       count(*) || ' times' AS found
FROM svc.event GROUP BY number HAVING count(*) > 1;
