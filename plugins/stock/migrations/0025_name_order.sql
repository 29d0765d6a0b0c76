-- svc: phase=expand
-- The order of the lists of items is a column: rows that are taken in it from a part of a statement are known to be in it,
-- which an expression is not. So filter q by a word that many items have stops when the page is full.
ALTER TABLE stock.item ADD COLUMN name_order text GENERATED ALWAYS AS (lower(name)) STORED;

-- The list in its order, and the filters that are not selective (q).
DROP INDEX stock.stock_item_name_idx;
CREATE INDEX stock_item_name_idx ON stock.item (company_id, name_order, id);
-- Filter category.
DROP INDEX stock.stock_item_category_idx;
CREATE INDEX stock_item_category_idx ON stock.item (company_id, category, name_order, id);
-- Filter low of items and of stock.
DROP INDEX stock.stock_item_low_idx;
CREATE INDEX stock_item_low_idx ON stock.item (company_id, name_order, id) WHERE low;
-- Filters low=true and at of stock.
DROP INDEX stock.stock_item_was_low_idx;
CREATE INDEX stock_item_was_low_idx ON stock.item (company_id, name_order, id) WHERE was_low;
-- Filter archived=true of items.
DROP INDEX stock.stock_item_archived_idx;
CREATE INDEX stock_item_archived_idx ON stock.item (company_id, name_order, id) WHERE archived;
-- Filter service=true of items.
DROP INDEX stock.stock_item_service_idx;
CREATE INDEX stock_item_service_idx ON stock.item (company_id, name_order, id) WHERE service;
