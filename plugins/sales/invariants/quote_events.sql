-- Every quote has one event quote.created, and a converted one has one event quote.converted.
-- Only quotes as young as the oldest event that is still kept.
SELECT q.company_id, 'quote ' || q.number AS subject, w.wanted || ' ' || w.type AS expected,
       (SELECT count(*) FROM svc.event e WHERE e.company_id = q.company_id AND e.type = w.type
                                           AND e.data::json ->> 'number' = q.number)::text AS found
FROM sales.quote q
CROSS JOIN LATERAL (VALUES ('quote.created', 1), ('quote.converted', CASE WHEN q.status = 'converted' THEN 1 ELSE 0 END))
           AS w (type, wanted)
WHERE q.created_at >= (SELECT min(created_at) FROM svc.event)
  AND (SELECT count(*) FROM svc.event e WHERE e.company_id = q.company_id AND e.type = w.type
                                          AND e.data::json ->> 'number' = q.number) <> w.wanted;
