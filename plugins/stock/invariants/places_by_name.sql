-- What lies at a place is listed by the name of its item.
SELECT l.company_id, 'item ' || l.item_id || ' at ' || l.location_id AS subject, lower(i.name) AS expected,
       coalesce(l.item_order, 'none') AS found
FROM stock.level l
JOIN stock.item i ON i.company_id = l.company_id AND i.id = l.item_id
WHERE l.item_order IS DISTINCT FROM lower(i.name);
