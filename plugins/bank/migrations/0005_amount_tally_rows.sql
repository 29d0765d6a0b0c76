-- svc: phase=expand
-- svc: foreach-company
-- Counts the lines and the statements that were there.
LOCK TABLE bank.line, bank.statement IN SHARE ROW EXCLUSIVE MODE;
DELETE FROM bank.amount_tally;
INSERT INTO bank.amount_tally (company_id, level, node, wallet_id, lines)
SELECT company_id, level, amount >> (4 * level), wallet_id, count(*)
FROM bank.line, generate_series(0, 8) AS level GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4;

DELETE FROM bank.statement_count;
INSERT INTO bank.statement_count (company_id, wallet_id, statements)
SELECT company_id, wallet_id, count(*) FROM bank.statement GROUP BY 1, 2;
