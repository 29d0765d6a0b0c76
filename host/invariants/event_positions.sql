-- The positions of the events of a company have no gap and end where its counter stands.
-- Events are kept for 90 days: the first position that is left may be any.
SELECT c.company_id, 'events ' || coalesce(min(e.position)::text, 'none') || ' to ' || c.last_event_position AS subject,
       coalesce(c.last_event_position - min(e.position) + 1, 0) || ' events up to ' || c.last_event_position AS expected,
       count(e.position) || ' up to ' || coalesce(max(e.position)::text, 'none') AS found
FROM svc.company_clock c
LEFT JOIN svc.event e ON e.company_id = c.company_id
GROUP BY c.company_id, c.last_event_position
HAVING count(e.position) > 0 AND (count(e.position) <> c.last_event_position - min(e.position) + 1
                                  OR max(e.position) <> c.last_event_position
                                  OR count(DISTINCT e.position) <> count(e.position));
