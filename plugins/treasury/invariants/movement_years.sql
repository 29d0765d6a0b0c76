-- The counts of movements per year are those of the movements, of all and of each category.
SELECT coalesce(d.company_id, t.company_id) AS company_id, 'movements of the year ' || coalesce(d.date, t.date) AS subject,
       coalesce(t.movements, 0) || ', voided ' || coalesce(t.voided, 0) AS expected,
       coalesce(d.movements, 0) || ', voided ' || coalesce(d.voided, 0) AS found
FROM treasury.movement_year d
FULL JOIN (SELECT company_id, date_trunc('year', date)::date AS date, wallet_id, kind, direction, c.category, count(*) AS movements,
                  count(*) FILTER (WHERE status = 'voided') AS voided
           FROM treasury.transaction t,
                LATERAL unnest(CASE WHEN t.category IS NULL THEN ARRAY[''] ELSE ARRAY['', t.category] END) AS c (category)
           GROUP BY 1, 2, 3, 4, 5, 6) t
       ON t.company_id = d.company_id AND t.date = d.date AND t.wallet_id = d.wallet_id AND t.kind = d.kind
      AND t.direction = d.direction AND t.category = d.category
WHERE coalesce(d.movements, 0) <> coalesce(t.movements, 0) OR coalesce(d.voided, 0) <> coalesce(t.voided, 0);
