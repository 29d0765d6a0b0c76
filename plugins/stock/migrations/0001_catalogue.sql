-- svc: phase=expand
-- svc: replaces=1:968ed4a35891c2b08b9be544f8a09901ffc3a004a7642da565cc501b45e719c3
-- svc: replaces=3:84928e2519aed49e2e543c4c9667689cde717cd0a89f17cf6f88e455272fa409
-- svc: replaces=11:312e4e5031db3941d40b5c8b05600bd0495e6a3454a84db2b6b37225f80af981
-- Catalogue: items, their prices, and the numbers that identify them.
--
-- Amounts are minor units of the company's currency; prices, costs and averages keep decimals of them.
-- Every table belongs to a company: company_id leads each key, and row-level security is forced.

CREATE TABLE stock.item (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    name text NOT NULL,
    sku text COLLATE "C",
    barcode text COLLATE "C",
    external_id text COLLATE "C",
    service boolean NOT NULL,
    unit text COLLATE "C" NOT NULL,
    price numeric(24,8),
    cost numeric(24,8) NOT NULL,
    tax_rate numeric(9,4),
    tax_category text COLLATE "C",
    tax_exemption_reason text,
    alert_threshold numeric(20,6),
    track_stock boolean NOT NULL,
    track_lots boolean NOT NULL,
    category text,
    parent_id uuid,
    attributes jsonb NOT NULL DEFAULT '{}',
    description text,
    archived boolean NOT NULL DEFAULT false,
    version integer NOT NULL DEFAULT 1,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    created_by_kind text COLLATE "C",
    created_by_id uuid,
    -- Is the quantity below the threshold? Changes only when it crosses it. Was it ever?
    low boolean NOT NULL DEFAULT false,
    was_low boolean NOT NULL DEFAULT false,
    -- The order of the lists of items is a column: rows that are taken in it from a part of a statement are known to be in it,
    -- which an expression is not.
    name_order text GENERATED ALWAYS AS (lower(name)) STORED,
    CONSTRAINT stock_item_pkey PRIMARY KEY (company_id, id),
    CONSTRAINT stock_item_sku_key UNIQUE (company_id, sku),                  -- also the filter sku
    CONSTRAINT stock_item_barcode_key UNIQUE (company_id, barcode),          -- also the filter barcode
    CONSTRAINT stock_item_external_id_key UNIQUE (company_id, external_id),  -- also the filter externalId
    CONSTRAINT stock_item_parent_fkey FOREIGN KEY (company_id, parent_id) REFERENCES stock.item (company_id, id),
    CONSTRAINT stock_item_track_check CHECK (NOT (service AND track_stock) AND (track_stock OR NOT track_lots))
);
COMMENT ON TABLE stock.item IS 'Catalogue: goods, services, variants with their parent. Bound policy.';
-- The list in its order, and the filters that are not selective (q).
CREATE INDEX stock_item_name_idx ON stock.item (company_id, name_order, id);
-- Filter category.
CREATE INDEX stock_item_category_idx ON stock.item (company_id, category, name_order, id);
-- Filter low of items and of stock.
CREATE INDEX stock_item_low_idx ON stock.item (company_id, name_order, id) WHERE low;
-- Filters low=true and at of stock.
CREATE INDEX stock_item_was_low_idx ON stock.item (company_id, name_order, id) WHERE was_low;
-- Filter archived=true of items.
CREATE INDEX stock_item_archived_idx ON stock.item (company_id, name_order, id) WHERE archived;
-- Filter service=true of items.
CREATE INDEX stock_item_service_idx ON stock.item (company_id, name_order, id) WHERE service;
-- Filters minPrice and maxPrice and sort=price of items that are not archived, as the list usually is.
CREATE INDEX stock_item_price_idx ON stock.item (company_id, price, id) WHERE NOT archived;
-- Sort=date.
CREATE INDEX stock_item_created_idx ON stock.item (company_id, created_at, id);
-- Is an item the parent of variants?
CREATE INDEX stock_item_parent_idx ON stock.item (company_id, parent_id) WHERE parent_id IS NOT NULL;
-- The number of items that are not archived.
CREATE INDEX stock_item_plan_idx ON stock.item (company_id) WHERE NOT archived;
SELECT svc.company_table('stock.item');

-- How many items there are: locked by a creation, so that the ceiling of the plan holds under races.
CREATE TABLE stock.item_usage (
    company_id uuid NOT NULL,
    active bigint NOT NULL DEFAULT 0,
    archived bigint NOT NULL DEFAULT 0,
    CONSTRAINT stock_item_usage_pkey PRIMARY KEY (company_id)
) WITH (fillfactor = 50);
COMMENT ON TABLE stock.item_usage IS 'Number of items, one row a company. Bound policy.';
SELECT svc.company_table('stock.item_usage');

-- Numbers that a transaction brings, from before it looks for them until it ends: another that brings the same waits at the
-- key. Each row is deleted right after it was inserted, so nobody ever reads one. An advisory lock for each number would do
-- the same, but the server has no room for as many locks as a file has rows.
CREATE TABLE stock.claim (
    company_id uuid NOT NULL,
    number text COLLATE "C" NOT NULL,
    CONSTRAINT stock_claim_pkey PRIMARY KEY (company_id, number)
);
COMMENT ON TABLE stock.claim IS 'Numbers that running transactions bring. Always empty. Bound policy.';
SELECT svc.company_table('stock.claim');

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
SELECT svc.company_table('stock.price_list');

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
SELECT svc.company_table('stock.price_entry');
