-- What the months of each category were worth is the sum of their posted movements that reverse none.
SELECT coalesce(d.company_id, t.company_id) AS company_id, 'worth of ' || coalesce(d.date, t.date) || ' in wallet ' || coalesce(d.wallet_id, t.wallet_id) AS subject,
       coalesce(t.worth, 0)::text AS expected, coalesce(d.worth, 0)::text AS found
FROM treasury.movement_month d
FULL JOIN (SELECT t.company_id, date_trunc('month', t.date)::date AS date, t.wallet_id, t.kind, t.direction, c.category,
                  sum(CASE WHEN t.status = 'posted' AND t.reverses_id IS NULL THEN coalesce(t.value_base, t.base_amount) ELSE 0 END) AS worth
           FROM treasury.transaction t,
                LATERAL unnest(CASE WHEN t.category IS NULL THEN ARRAY[''] ELSE ARRAY['', t.category] END) AS c (category)
           GROUP BY 1, 2, 3, 4, 5, 6) t
       ON t.company_id = d.company_id AND t.date = d.date AND t.wallet_id = d.wallet_id AND t.kind = d.kind
      AND t.direction = d.direction AND t.category = d.category
WHERE coalesce(d.worth, 0) <> coalesce(t.worth, 0);
