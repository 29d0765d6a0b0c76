-- Each movement of an item tells the quantity at its place after it.
SELECT company_id, 'movement ' || sequence || ' of item ' || item_id AS subject, running::text AS expected,
       quantity_after::text AS found
FROM (SELECT company_id, item_id, sequence, quantity_after,
             sum(quantity) OVER (PARTITION BY company_id, item_id, location_id ORDER BY sequence) AS running
      FROM stock.movement) m
WHERE quantity_after <> running;
