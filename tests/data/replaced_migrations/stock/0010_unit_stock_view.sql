-- svc: phase=expand
-- Published: what lies at each business unit. A place has its part of the value of the item as the list of stock tells it:
-- the differences of the rounded running values add up to that value.
CREATE VIEW stock.v1_unit_stock WITH (security_invoker = true) AS
    SELECT p.company_id, o.business_unit_id, p.item_id, sum(p.quantity) AS quantity, sum(p.value)::bigint AS value,
           coalesce(p.whole_quantity < i.alert_threshold, false) AS low, i.archived
    FROM (SELECT l.company_id, l.item_id, l.location_id, l.quantity, c.quantity AS whole_quantity,
                 round(c.average * sum(l.quantity) OVER running)
                     - round(c.average * (sum(l.quantity) OVER running - l.quantity)) AS value
          FROM (SELECT company_id, item_id, location_id, sum(quantity) AS quantity FROM stock.level GROUP BY 1, 2, 3) l
          JOIN stock.item_cost c ON c.company_id = l.company_id AND c.item_id = l.item_id
          WINDOW running AS (PARTITION BY l.company_id, l.item_id ORDER BY l.location_id)) p
    JOIN stock.location o ON o.company_id = p.company_id AND o.id = p.location_id
    JOIN stock.item i ON i.company_id = p.company_id AND i.id = p.item_id
    WHERE i.track_stock
    GROUP BY p.company_id, o.business_unit_id, p.item_id, p.whole_quantity, i.alert_threshold, i.archived;
COMMENT ON VIEW stock.v1_unit_stock IS
    'Published: quantity and value of each stocked item over the locations of a business unit; low: all locations of the company together.';
