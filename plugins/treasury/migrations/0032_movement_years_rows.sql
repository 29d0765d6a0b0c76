-- svc: phase=expand
-- svc: foreach-company
-- Counts the movements that were there.
LOCK TABLE treasury.movement_month IN SHARE ROW EXCLUSIVE MODE;
DELETE FROM treasury.movement_year;
INSERT INTO treasury.movement_year (company_id, category, date, wallet_id, kind, direction, movements, voided)
SELECT company_id, category, date_trunc('year', date)::date, wallet_id, kind, direction, sum(movements), sum(voided)
FROM treasury.movement_month GROUP BY 1, 2, 3, 4, 5, 6;
