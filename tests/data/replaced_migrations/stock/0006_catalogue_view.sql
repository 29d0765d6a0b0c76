-- svc: phase=expand
-- Published: what is for sale, for menus and shops. A parent of variants is not sold itself.
CREATE VIEW stock.v1_catalogue WITH (security_invoker = true) AS
    SELECT i.company_id, i.id, i.name, i.sku, i.category, i.description, i.price, i.unit, i.service, i.track_stock,
           i.tax_category, i.tax_rate,
           coalesce((SELECT sum(l.quantity - l.reserved) FROM stock.level l
                      WHERE l.company_id = i.company_id AND l.item_id = i.id), 0) AS available
      FROM stock.item i
     WHERE NOT i.archived
       AND NOT EXISTS (SELECT 1 FROM stock.item v WHERE v.company_id = i.company_id AND v.parent_id = i.id);
COMMENT ON VIEW stock.v1_catalogue IS 'Published: items that are for sale; price in minor units of the company''s currency.';
