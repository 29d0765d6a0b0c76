-- Movements have a reason that exists, and name an item and a place of the company.
SELECT m.company_id, 'movement ' || m.id AS subject, 'a reason, an item and a place' AS expected,
       concat_ws(', ', m.reason, 'item ' || m.item_id, 'location ' || m.location_id) AS found
FROM stock.movement m
LEFT JOIN stock.item_cost c ON c.company_id = m.company_id AND c.item_id = m.item_id
LEFT JOIN stock.location l ON l.company_id = m.company_id AND l.id = m.location_id
WHERE m.reason NOT IN ('sale', 'purchase', 'transfer', 'adjustment', 'loss', 'return', 'count')
   OR c.item_id IS NULL OR l.id IS NULL;
