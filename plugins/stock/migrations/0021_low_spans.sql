-- svc: phase=expand
-- From when until when the quantity of an item was below its threshold, as both were then: `low` of a past instant. Written
-- only when `low` of the item changes.
CREATE TABLE stock.low_span (
    company_id uuid NOT NULL,
    item_id uuid NOT NULL,
    since timestamptz NOT NULL,
    until timestamptz NOT NULL DEFAULT 'infinity', -- not low any more
    -- Was the item low at an instant? The last span that began by then tells it.
    CONSTRAINT stock_low_span_pkey PRIMARY KEY (company_id, item_id, since),
    CONSTRAINT stock_low_span_item_fkey FOREIGN KEY (company_id, item_id) REFERENCES stock.item (company_id, id),
    CONSTRAINT stock_low_span_until_check CHECK (until >= since)
);
COMMENT ON TABLE stock.low_span IS 'When items were low. Bound policy.';
-- Filters low and at of stock: what changed on the day that is not over at that instant.
CREATE INDEX stock_low_span_since_idx ON stock.low_span (company_id, since);
CREATE INDEX stock_low_span_until_idx ON stock.low_span (company_id, until);
ALTER TABLE stock.low_span ENABLE ROW LEVEL SECURITY;
ALTER TABLE stock.low_span FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON stock.low_span
    USING (company_id = (SELECT current_setting('svc.company')::uuid))
    WITH CHECK (company_id = (SELECT current_setting('svc.company')::uuid));

-- Filters low=true and at of stock, in the order of the list: items that have a span.
ALTER TABLE stock.item ADD COLUMN was_low boolean NOT NULL DEFAULT false;
CREATE INDEX stock_item_was_low_idx ON stock.item (company_id, lower(name), id) WHERE was_low;

-- One more list of stock.list_tally: places whose item became low (1) or ceased to be (-1). The sum up to a day is the
-- number of places whose item was low when it was over.
--
--   list  a         date                    serves the number of all rows of
--   low   location  day of UTC of a change  filters low and at of stock, also with locationId, businessUnitId
