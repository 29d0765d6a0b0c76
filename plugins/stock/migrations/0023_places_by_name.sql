-- svc: phase=expand
-- Filter locationId of stock: what lies at a place, by the name of the item, which stands beside it.
ALTER TABLE stock.level ADD COLUMN item_order text;
CREATE INDEX stock_level_place_idx ON stock.level (company_id, location_id, item_order, item_id);
DROP INDEX stock.stock_level_location_idx;
