-- An entry is never changed: no policy lets anybody update or delete entries or lines, and balance is enforced.
SELECT NULL::uuid AS company_id, 'policy ' || p.polname || ' of ledger.' || c.relname AS subject,
       'read and insert only' AS expected,
       CASE p.polcmd WHEN 'w' THEN 'update' WHEN 'd' THEN 'delete' ELSE 'everything' END AS found
FROM pg_policy p
JOIN pg_class c ON c.oid = p.polrelid
JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE n.nspname = 'ledger' AND c.relname IN ('entry', 'line') AND p.polcmd NOT IN ('r', 'a')
UNION ALL
SELECT NULL, 'trigger ledger_entry_balanced', 'enabled', coalesce(t.tgenabled::text, 'missing')
FROM (SELECT 1) one
LEFT JOIN pg_trigger t ON t.tgname = 'ledger_entry_balanced' AND t.tgrelid = 'ledger.entry'::regclass
WHERE t.tgenabled IS DISTINCT FROM 'O';
