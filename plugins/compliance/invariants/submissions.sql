-- A submission that was answered says when, and a refused one why.
SELECT company_id, 'submission ' || id AS subject, 'answered_at, and an error when rejected' AS expected,
       status || coalesce(' ' || answered_at::text, ' without answer') || coalesce(' ' || error, ' without error') AS found
  FROM compliance.submission
 WHERE status IN ('accepted', 'rejected') AND (answered_at IS NULL OR (status = 'rejected' AND error IS NULL));
