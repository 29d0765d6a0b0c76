-- A connection is in error after five failed calls in a row, and not before.
SELECT company_id, 'integration ' || provider AS subject,
       CASE WHEN failures >= 5 THEN 'error or expired' ELSE 'connected or expired' END AS expected, state AS found
  FROM integrations.connection
 WHERE (failures >= 5 AND state = 'connected') OR (failures < 5 AND state = 'error');
