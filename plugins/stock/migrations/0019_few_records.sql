-- svc: phase=expand
-- Price lists and locations, by name, and how many there are: more lists of stock.list_tally.
--
--   list        a         serves the number of all rows of
--   price_list            price lists
--   location    archived  filter archived of locations
CREATE INDEX stock_price_list_name_idx ON stock.price_list (company_id, lower(name), id);
CREATE INDEX stock_location_name_idx ON stock.location (company_id, archived, lower(name), id);
-- The first location of a business unit, and filter businessUnitId of stock.
CREATE INDEX stock_location_unit_idx ON stock.location (company_id, business_unit_id, created_at, id);
