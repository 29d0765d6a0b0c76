-- svc: phase=expand
-- Price lists: prices of items from a quantity on, and a discount on everything else.
CREATE TABLE stock.price_list (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    name text NOT NULL,
    currency text COLLATE "C" NOT NULL,
    discount_percent numeric(9,4),
    valid_from date,
    valid_to date,
    version integer NOT NULL DEFAULT 1,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    created_by_kind text COLLATE "C",
    created_by_id uuid,
    CONSTRAINT stock_price_list_pkey PRIMARY KEY (company_id, id),
    CONSTRAINT stock_price_list_check CHECK (discount_percent BETWEEN 0 AND 100 AND valid_from <= valid_to)
);
CREATE INDEX stock_price_list_name_idx ON stock.price_list (company_id, lower(name), id);
COMMENT ON TABLE stock.price_list IS 'Price lists of a company, few per company. Bound policy.';

CREATE TABLE stock.price_entry (
    company_id uuid NOT NULL,
    price_list_id uuid NOT NULL,
    item_id uuid NOT NULL,
    from_quantity numeric(20,6) NOT NULL,
    price numeric(24,8) NOT NULL,
    position integer NOT NULL,
    -- Finds the price of an item for a quantity.
    CONSTRAINT stock_price_entry_pkey PRIMARY KEY (company_id, price_list_id, item_id, from_quantity),
    CONSTRAINT stock_price_entry_list_fkey FOREIGN KEY (company_id, price_list_id)
        REFERENCES stock.price_list (company_id, id),
    CONSTRAINT stock_price_entry_item_fkey FOREIGN KEY (company_id, item_id) REFERENCES stock.item (company_id, id),
    CONSTRAINT stock_price_entry_check CHECK (price >= 0 AND from_quantity >= 0)
);
COMMENT ON TABLE stock.price_entry IS 'Prices of a list, minor units of its currency with decimals. Bound policy.';

SELECT svc.company_table('stock.price_list');
SELECT svc.company_table('stock.price_entry');
