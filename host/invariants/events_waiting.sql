-- The clock of a company counts the parts of events that wait for the journal.
SELECT c.company_id, 'events that wait' AS subject, c.parts_waiting || ' parts' AS expected,
       count(w.work) || ' parts' AS found
FROM svc.company_clock c
LEFT JOIN svc.event_waiting w ON w.company_id = c.company_id AND w.turn IS NOT NULL
GROUP BY c.company_id, c.parts_waiting
HAVING c.parts_waiting <> count(w.work);
