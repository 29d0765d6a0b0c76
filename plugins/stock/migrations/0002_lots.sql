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
ALTER TABLE stock.lot ENABLE ROW LEVEL SECURITY;
ALTER TABLE stock.lot FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON stock.lot
    USING (company_id = (SELECT current_setting('svc.company')::uuid))
    WITH CHECK (company_id = (SELECT current_setting('svc.company')::uuid));
