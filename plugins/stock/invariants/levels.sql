-- What lies at a place is the sum of its movements, and what is kept back lies there.
SELECT coalesce(l.company_id, m.company_id) AS company_id,
       'item ' || coalesce(l.item_id, m.item_id) || ' at ' || coalesce(l.location_id, m.location_id)
           || CASE WHEN coalesce(l.lot_number, m.lot_number) = '' THEN '' ELSE ', lot ' || coalesce(l.lot_number, m.lot_number) END
           AS subject,
       coalesce(m.quantity, 0)::text AS expected,
       coalesce(l.quantity, 0) || ', kept back ' || coalesce(l.reserved, 0) AS found
FROM stock.level l
FULL JOIN (SELECT company_id, item_id, location_id, coalesce(lot_number, '') AS lot_number, sum(quantity) AS quantity
           FROM stock.movement GROUP BY company_id, item_id, location_id, coalesce(lot_number, '')) m
       ON m.company_id = l.company_id AND m.item_id = l.item_id AND m.location_id = l.location_id
      AND m.lot_number = l.lot_number
WHERE coalesce(l.quantity, 0) <> coalesce(m.quantity, 0) OR l.reserved < 0 OR l.reserved > l.quantity;
