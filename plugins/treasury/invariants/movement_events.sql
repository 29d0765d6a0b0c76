-- Every free movement has one event transaction.created.
-- An event is required only of movements as young as the oldest event that is still kept. An event is younger than its
-- movement when others wrote first, by hours after the clock was set back. A company is left out while events of it wait
-- for the journal.
WITH horizon AS (SELECT date_trunc('milliseconds', min(created_at)) AS since FROM svc.event),
     told AS (SELECT company_id, count(*) AS events FROM svc.event
              WHERE type = 'transaction.created' GROUP BY company_id, object_id),
     counted AS (SELECT company_id, count(*) AS events, count(*) FILTER (WHERE events > 1) AS twice FROM told GROUP BY company_id),
     made AS (SELECT t.company_id, count(*) AS most, count(*) FILTER (WHERE t.created_at >= horizon.since) AS least
              FROM treasury.transaction t, horizon
              WHERE t.kind IN ('free', 'bank') AND t.reverses_id IS NULL GROUP BY t.company_id)
SELECT coalesce(m.company_id, c.company_id) AS company_id, 'transaction.created' AS subject,
       coalesce(m.least, 0) || ' events' AS expected,
       coalesce(c.events, 0) || ' events, ' || coalesce(c.twice, 0) || ' twice' AS found
FROM made m FULL JOIN counted c ON c.company_id = m.company_id
WHERE (coalesce(c.events, 0) NOT BETWEEN coalesce(m.least, 0) AND coalesce(m.most, 0) OR c.twice > 0)
  AND NOT EXISTS (SELECT FROM svc.event_waiting w WHERE w.company_id = coalesce(m.company_id, c.company_id));
