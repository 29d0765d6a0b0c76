-- svc: phase=expand
-- Filters minPrice, maxPrice, minCost and maxCost, sort=price and sort=date of items that are not archived, as the list
-- usually is: what is in the index alone is counted there. The items of a range are counted one by one.
DROP INDEX stock.stock_item_price_idx;
CREATE INDEX stock_item_price_idx ON stock.item (company_id, price, id) WHERE NOT archived;
DROP INDEX stock.stock_item_cost_idx;
CREATE INDEX stock_item_cost_idx ON stock.item (company_id, cost, id) WHERE NOT archived;

-- Filter q by a word that many items have: the list is walked in its order, and each item is asked for its words here,
-- from the index alone.
DROP INDEX stock.stock_item_term_item_idx;
CREATE INDEX stock_item_term_item_idx ON stock.item_term (company_id, item_id, term);
