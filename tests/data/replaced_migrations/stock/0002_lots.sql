-- svc: phase=expand
-- What is known of a lot beyond its quantities, which stand in stock.level.
CREATE TABLE stock.lot (
    company_id uuid NOT NULL,
    item_id uuid NOT NULL,
    lot_number text COLLATE "C" NOT NULL,
    expires_on date NOT NULL,
    CONSTRAINT stock_lot_pkey PRIMARY KEY (company_id, item_id, lot_number),
    CONSTRAINT stock_lot_item_fkey FOREIGN KEY (company_id, item_id) REFERENCES stock.item (company_id, id)
);
COMMENT ON TABLE stock.lot IS 'Expiry dates of lots that have one. Bound policy.';
SELECT svc.company_table('stock.lot');
