-- svc: phase=expand
-- Items are not filtered by their cost. stock_item_price_idx serves sort=price of items that are not archived.
DROP INDEX stock.stock_item_cost_idx;
