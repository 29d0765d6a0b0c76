-- svc: phase=expand
-- svc: foreach-company
-- Adds up the movements that were there.
INSERT INTO treasury.movement_month AS m (company_id, date, wallet_id, kind, direction, category, worth)
SELECT t.company_id, date_trunc('month', t.date)::date, t.wallet_id, t.kind, t.direction, c.category,
       coalesce(sum(coalesce(t.value_base, t.base_amount)) FILTER (WHERE t.status = 'posted' AND t.reverses_id IS NULL), 0)
FROM treasury.transaction t,
     LATERAL unnest(CASE WHEN t.category IS NULL THEN ARRAY[''] ELSE ARRAY['', t.category] END) AS c (category)
GROUP BY 1, 2, 3, 4, 5, 6
ON CONFLICT ON CONSTRAINT movement_month_pkey DO UPDATE SET worth = excluded.worth;
