-- svc: phase=expand
-- Goods of an archived item are still goods: their value is in the books.
CREATE OR REPLACE VIEW stock.v1_stock WITH (security_invoker = true) AS
    SELECT c.company_id, c.item_id, i.name, i.sku, c.quantity, c.average, c.value, i.alert_threshold,
           coalesce(c.quantity < i.alert_threshold, false) AS low, i.archived
    FROM stock.item_cost c
    JOIN stock.item i ON i.company_id = c.company_id AND i.id = c.item_id
    WHERE i.track_stock;
COMMENT ON VIEW stock.v1_stock IS
    'Published: quantity and value of each stocked item over all locations, those of archived items too.';
