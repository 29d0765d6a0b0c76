-- Every quote has one event quote.created, and one event quote.converted for each sale that was made of it.
-- Only quotes as young as the oldest event that is still kept. A company is left out while events of it wait for the journal.
SELECT q.company_id, 'quote ' || q.number AS subject, w.wanted || ' ' || w.type AS expected,
       (SELECT count(*) FROM svc.event e WHERE e.company_id = q.company_id AND e.type = w.type
                                           AND e.data::json ->> 'number' = q.number)::text AS found
FROM sales.quote q
LEFT JOIN (SELECT company_id, quote_id, count(*) AS sales FROM sales.sale
           WHERE quote_id IS NOT NULL GROUP BY company_id, quote_id) made
       ON made.company_id = q.company_id AND made.quote_id = q.id
CROSS JOIN LATERAL (VALUES ('quote.created', 1), ('quote.converted', coalesce(made.sales, 0))) AS w (type, wanted)
WHERE q.created_at >= (SELECT min(created_at) FROM svc.event)
  AND (SELECT count(*) FROM svc.event e WHERE e.company_id = q.company_id AND e.type = w.type
                                          AND e.data::json ->> 'number' = q.number) <> w.wanted
  AND NOT EXISTS (SELECT FROM svc.event_waiting p WHERE p.company_id = q.company_id);
