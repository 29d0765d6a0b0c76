-- Every table with a company column keeps companies apart: row-level security is enabled and forced.
SELECT NULL::uuid AS company_id, n.nspname || '.' || c.relname AS subject,
       'row-level security enabled and forced, with a policy' AS expected,
       concat_ws(', ', CASE WHEN NOT c.relrowsecurity THEN 'not enabled' END,
                 CASE WHEN NOT c.relforcerowsecurity THEN 'not forced' END,
                 CASE WHEN p.polrelid IS NULL THEN 'no policy' END) AS found
FROM pg_class c
JOIN pg_namespace n ON n.oid = c.relnamespace
JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'company_id' AND NOT a.attisdropped
LEFT JOIN (SELECT DISTINCT polrelid FROM pg_policy) p ON p.polrelid = c.oid
WHERE c.relkind IN ('r', 'p') AND n.nspname NOT LIKE 'pg\_%' AND n.nspname <> 'information_schema'
  AND pg_get_userbyid(c.relowner) = 'svc_owner'
  AND NOT c.relispartition
  AND (NOT c.relrowsecurity OR NOT c.relforcerowsecurity OR p.polrelid IS NULL);
