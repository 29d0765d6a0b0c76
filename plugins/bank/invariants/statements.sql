-- A statement has as many lines as it says were imported, and every line that names a statement has it.
SELECT coalesce(s.company_id, l.company_id) AS company_id, 'statement ' || coalesce(s.id, l.statement_id) AS subject,
       coalesce(s.imported || ' lines', 'a statement') AS expected, coalesce(l.lines, 0)::text || ' lines' AS found
FROM bank.statement s
FULL JOIN (SELECT company_id, statement_id, count(*) AS lines FROM bank.line WHERE statement_id IS NOT NULL
           GROUP BY company_id, statement_id) l ON l.company_id = s.company_id AND l.statement_id = s.id
WHERE s.id IS NULL OR coalesce(l.lines, 0) <> s.imported;
