-- The counts of statements per wallet are those of the statements.
SELECT coalesce(c.company_id, s.company_id) AS company_id, 'statements of wallet ' || coalesce(c.wallet_id, s.wallet_id) AS subject,
       coalesce(s.statements, 0)::text AS expected, coalesce(c.statements, 0)::text AS found
FROM bank.statement_count c
FULL JOIN (SELECT company_id, wallet_id, count(*) AS statements FROM bank.statement GROUP BY 1, 2) s
       ON s.company_id = c.company_id AND s.wallet_id = c.wallet_id
WHERE coalesce(c.statements, 0) <> coalesce(s.statements, 0);
