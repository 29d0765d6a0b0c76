-- svc: phase=expand
-- svc: foreach-company
-- Counts the lines that were there.
LOCK TABLE bank.line IN SHARE ROW EXCLUSIVE MODE;
DELETE FROM bank.amount_status_tally;
INSERT INTO bank.amount_status_tally (company_id, status, level, node, wallet_id, lines)
SELECT company_id, status, level, amount >> (4 * level), wallet_id, count(*)
FROM bank.line, generate_series(0, 8) AS level GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5;
