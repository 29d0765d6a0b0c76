-- svc: phase=expand
-- svc: foreach-company
UPDATE stock.item i SET places = l.places
FROM (SELECT company_id, item_id, count(DISTINCT location_id) AS places FROM stock.level WHERE counted GROUP BY 1, 2) l
WHERE i.company_id = l.company_id AND i.id = l.item_id;
