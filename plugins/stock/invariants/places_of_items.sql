-- At how many places an item has lain.
SELECT i.company_id, 'item ' || i.id AS subject, l.places::text AS expected, i.places::text AS found
FROM stock.item i
CROSS JOIN LATERAL (SELECT count(DISTINCT l.location_id) AS places FROM stock.level l
                    WHERE l.company_id = i.company_id AND l.item_id = i.id AND l.counted) l
WHERE l.places <> i.places;
