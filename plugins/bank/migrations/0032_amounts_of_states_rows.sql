-- svc: phase=expand
-- svc: foreach-company
-- Counts the lines that were there.
LOCK TABLE bank.line IN SHARE ROW EXCLUSIVE MODE;
DELETE FROM bank.amount_status_tally;
INSERT INTO bank.amount_status_tally (company_id, level, node, wallet_id, status, lines)
SELECT company_id, level, amount >> (4 * level), wallet_id, status, count(*)
FROM bank.line, generate_series(0, 8) AS level WHERE status <> 'unmatched' GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5;
