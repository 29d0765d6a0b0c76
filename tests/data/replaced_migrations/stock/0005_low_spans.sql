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
SELECT svc.company_table('stock.low_span');
