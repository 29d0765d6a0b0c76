-- What the stock keeps back is what open sales have still to deliver.
SELECT coalesce(v.company_id, w.company_id) AS company_id, 'item ' || coalesce(v.item_id, w.item_id) AS subject,
       coalesce(w.wanted, 0)::text AS expected, coalesce(v.reserved, 0)::text AS found
FROM (SELECT company_id, item_id, sum(reserved) AS reserved FROM stock.level GROUP BY company_id, item_id) v
FULL JOIN (SELECT l.company_id, l.item_id, sum(l.quantity - l.quantity_delivered - l.quantity_cancelled) AS wanted
           FROM sales.line l
           JOIN sales.sale s ON s.company_id = l.company_id AND s.id = l.sale_id
           WHERE l.stocked AND s.stock_mode = 'reserved' AND s.status = 'active'
           GROUP BY l.company_id, l.item_id) w
       ON w.company_id = v.company_id AND w.item_id = v.item_id
WHERE coalesce(v.reserved, 0) <> coalesce(w.wanted, 0);
