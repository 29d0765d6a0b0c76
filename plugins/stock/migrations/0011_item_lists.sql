-- svc: phase=expand
-- Lists of items that cost the same at any size of the catalogue.

-- Words of name and numbers. A row each instead of a trigram or array index, because under row-level security only
-- leakproof operators reach an index, and those of LIKE and of arrays are not.
CREATE TABLE stock.item_term (
    company_id uuid NOT NULL,
    term text COLLATE "C" NOT NULL,
    item_id uuid NOT NULL,
    -- Filter `q` (range of a prefix).
    CONSTRAINT stock_item_term_pkey PRIMARY KEY (company_id, term, item_id),
    CONSTRAINT stock_item_term_item_fkey FOREIGN KEY (company_id, item_id) REFERENCES stock.item (company_id, id)
);
COMMENT ON TABLE stock.item_term IS 'What an item is found by: words in lower case without accents. Bound policy.';
CREATE INDEX stock_item_term_item_idx ON stock.item_term (company_id, item_id);

-- How many items there are: locked by a creation, so that the ceiling of the plan holds under races, and the number
-- of all rows of the list without filter.
CREATE TABLE stock.item_usage (
    company_id uuid NOT NULL,
    active bigint NOT NULL DEFAULT 0,
    archived bigint NOT NULL DEFAULT 0,
    CONSTRAINT stock_item_usage_pkey PRIMARY KEY (company_id)
) WITH (fillfactor = 50);
COMMENT ON TABLE stock.item_usage IS 'Number of items, one row a company. Bound policy.';

-- Filters minPrice and maxPrice, and sort=price.
CREATE INDEX stock_item_price_idx ON stock.item (company_id, price, id);
-- Filters minCost and maxCost.
CREATE INDEX stock_item_cost_idx ON stock.item (company_id, cost, id);
-- Sort=date.
CREATE INDEX stock_item_created_idx ON stock.item (company_id, created_at, id);

ALTER TABLE stock.item_term ENABLE ROW LEVEL SECURITY;
ALTER TABLE stock.item_term FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON stock.item_term
    USING (company_id = (SELECT current_setting('svc.company')::uuid))
    WITH CHECK (company_id = (SELECT current_setting('svc.company')::uuid));

ALTER TABLE stock.item_usage ENABLE ROW LEVEL SECURITY;
ALTER TABLE stock.item_usage FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON stock.item_usage
    USING (company_id = (SELECT current_setting('svc.company')::uuid))
    WITH CHECK (company_id = (SELECT current_setting('svc.company')::uuid));
