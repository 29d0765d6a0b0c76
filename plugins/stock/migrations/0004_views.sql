-- svc: phase=expand
-- svc: replaces=6:28d0d28b44b23fa25f94d19669b2178613c8103baf8ce6efc5df9f78a34d3546
-- svc: replaces=8:91207ba882923b680b0d009543dcc83b35b0cc3a4f9aadbc3d60658c275b3001
-- svc: replaces=9:a50fe1d28e1247973b3aa2071a59f46730ac0010f2836ede8bc548f8c9af02ab
-- svc: replaces=10:fd5c6b26a3f6efaa682a9f71c0964b85fc8f0e41ed5c13b3cf600ffdb17197cc
-- Published: others may read these and nothing else of the schema. Columns are added, never removed.

-- Goods of an archived item are still goods: their value is in the books.
CREATE VIEW stock.v1_stock WITH (security_invoker = true) AS
    SELECT c.company_id, c.item_id, i.name, i.sku, c.quantity, c.average, c.value, i.alert_threshold,
           coalesce(c.quantity < i.alert_threshold, false) AS low, i.archived
    FROM stock.item_cost c
    JOIN stock.item i ON i.company_id = c.company_id AND i.id = c.item_id
    WHERE i.track_stock;
COMMENT ON VIEW stock.v1_stock IS
    'Published: quantity and value of each stocked item over all locations, those of archived items too.';

-- What lies at each business unit. A place has its part of the value of the item as the list of stock tells it:
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

-- What is for sale, for menus and shops. A parent of variants is not sold itself.
CREATE VIEW stock.v1_catalogue WITH (security_invoker = true) AS
    SELECT i.company_id, i.id, i.name, i.sku, i.category, i.description, i.price, i.unit, i.service, i.track_stock,
           i.tax_category, i.tax_rate,
           coalesce((SELECT sum(l.quantity - l.reserved) FROM stock.level l
                      WHERE l.company_id = i.company_id AND l.item_id = i.id), 0) AS available
      FROM stock.item i
     WHERE NOT i.archived
       AND NOT EXISTS (SELECT 1 FROM stock.item v WHERE v.company_id = i.company_id AND v.parent_id = i.id);
COMMENT ON VIEW stock.v1_catalogue IS 'Published: items that are for sale; price in minor units of the company''s currency.';

-- Whose goods moved is said by the location.
CREATE VIEW stock.v1_movements WITH (security_invoker = true) AS
    SELECT m.company_id, m.id, m.item_id, m.at, m.location_id, l.business_unit_id, m.quantity, m.reason, m.value,
           m.document_kind, m.document_id
    FROM stock.movement m
    JOIN stock.location l ON l.company_id = m.company_id AND l.id = m.location_id;
COMMENT ON VIEW stock.v1_movements IS
    'Published: what moved, its value in minor units of the company''s currency, below zero for what left.';

CREATE VIEW stock.v1_periodic_spans WITH (security_invoker = true) AS
    SELECT company_id, since, until FROM stock.periodic_span;
COMMENT ON VIEW stock.v1_periodic_spans IS 'Published: from when until when movements were not booked one by one.';
