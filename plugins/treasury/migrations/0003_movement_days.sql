-- svc: phase=expand
-- svc: foreach-company
-- Counts the movements that were there before their days were counted.
INSERT INTO treasury.movement_day (company_id, date, wallet_id, kind, direction, category, movements, voided)
    SELECT company_id, date, wallet_id, kind, direction, coalesce(category, ''), count(*),
           count(*) FILTER (WHERE status = 'voided')
      FROM treasury.transaction
     WHERE company_id = (SELECT current_setting('svc.company')::uuid)
     GROUP BY 1, 2, 3, 4, 5, 6;
