-- An entry is never changed: no policy lets anybody update or delete entries or lines, and balance is enforced.
SELECT NULL::uuid AS company_id, 'policy ' || p.polname || ' of ledger.' || c.relname AS subject,
       'read and insert only' AS expected,
       CASE p.polcmd WHEN 'w' THEN 'update' WHEN 'd' THEN 'delete' ELSE 'everything' END AS found
FROM pg_policy p
JOIN pg_class c ON c.oid = p.polrelid
JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE n.nspname = 'ledger' AND c.relname IN ('entry', 'line') AND p.polcmd NOT IN ('r', 'a')
UNION ALL
SELECT NULL, 'trigger ' || wanted.name, 'enabled', coalesce(t.tgenabled::text, 'missing')
FROM (VALUES ('ledger_lines_balanced', 'ledger.line'), ('ledger_entries_whole', 'ledger.entry')) AS wanted (name, target)
LEFT JOIN pg_trigger t ON t.tgname = wanted.name AND t.tgrelid = wanted.target::regclass
WHERE t.tgenabled IS DISTINCT FROM 'O';
