-- A stored answer is that of a request that ended: never one that the client was told to repeat.
SELECT company_id, 'Idempotency-Key ' || key AS subject, 'a status below 500, not 429' AS expected, status::text AS found
FROM svc.idempotency WHERE status >= 500 OR status IN (401, 413, 415, 429);
