-- svc: phase=expand
-- svc: foreach-company
-- Adds what was counted of each category to what is counted of all.
INSERT INTO treasury.movement_day AS m (company_id, date, wallet_id, kind, direction, category, movements, voided)
SELECT company_id, date, wallet_id, kind, direction, '', sum(movements), sum(voided)
FROM treasury.movement_day WHERE category <> '' GROUP BY 1, 2, 3, 4, 5
ON CONFLICT ON CONSTRAINT movement_day_pkey DO UPDATE
SET movements = m.movements + excluded.movements, voided = m.voided + excluded.voided;

INSERT INTO treasury.movement_month AS m (company_id, date, wallet_id, kind, direction, category, movements, voided)
SELECT company_id, date, wallet_id, kind, direction, '', sum(movements), sum(voided)
FROM treasury.movement_month WHERE category <> '' GROUP BY 1, 2, 3, 4, 5
ON CONFLICT ON CONSTRAINT movement_month_pkey DO UPDATE
SET movements = m.movements + excluded.movements, voided = m.voided + excluded.voided;
