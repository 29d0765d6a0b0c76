-- svc: phase=expand
-- Catalogue and stock.
--
-- Amounts are minor units of the company's currency; prices, costs and averages keep decimals of them.
-- Every table belongs to a company: company_id leads each key, and row-level security is forced.

CREATE TABLE stock.location (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    name text NOT NULL,
    business_unit_id uuid NOT NULL,
    kind text COLLATE "C" NOT NULL,
    archived boolean NOT NULL DEFAULT false,
    version integer NOT NULL DEFAULT 1,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    created_by_kind text COLLATE "C",
    created_by_id uuid,
    CONSTRAINT stock_location_pkey PRIMARY KEY (company_id, id),
    CONSTRAINT stock_location_kind_check CHECK (kind IN ('shop', 'warehouse', 'vehicle', 'other'))
);
-- The list, with the filter archived.
CREATE INDEX stock_location_name_idx ON stock.location (company_id, archived, lower(name), id);
-- The first location of a business unit, and filter businessUnitId of stock.
CREATE INDEX stock_location_unit_idx ON stock.location (company_id, business_unit_id, created_at, id);
COMMENT ON TABLE stock.location IS 'Places that hold stock. Bound policy. The business unit is the host''s: no foreign key.';

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

-- How many items there are: locked by a creation, so that the ceiling of the plan holds under races.
CREATE TABLE stock.item_usage (
    company_id uuid NOT NULL,
    active bigint NOT NULL DEFAULT 0,
    archived bigint NOT NULL DEFAULT 0,
    CONSTRAINT stock_item_usage_pkey PRIMARY KEY (company_id)
) WITH (fillfactor = 50);
COMMENT ON TABLE stock.item_usage IS 'Number of items, one row a company. Bound policy.';

-- Quantity and value of an item over all locations. Its row is the lock of the item's stock: whoever changes a
-- level takes it first, in the order of item ids, so that writers of several items cannot wait for one another
-- in a circle.
CREATE TABLE stock.item_cost (
    company_id uuid NOT NULL,
    item_id uuid NOT NULL,
    quantity numeric(20,6) NOT NULL DEFAULT 0,
    average numeric(24,8) NOT NULL DEFAULT 0,
    value bigint NOT NULL DEFAULT 0,
    movements bigint NOT NULL DEFAULT 0,
    moved_at timestamptz,
    -- The threshold beside the quantity that it is compared with: whoever changes either holds the row of both, so that
    -- one of two concurrent changes sees the other.
    alert_threshold numeric(20,6),
    CONSTRAINT stock_item_cost_pkey PRIMARY KEY (company_id, item_id),
    CONSTRAINT stock_item_cost_item_fkey FOREIGN KEY (company_id, item_id) REFERENCES stock.item (company_id, id),
    CONSTRAINT stock_item_cost_value_check CHECK (quantity >= 0 AND average >= 0 AND value >= 0
                                                  AND (quantity <> 0 OR value = 0))
) WITH (fillfactor = 50);
COMMENT ON TABLE stock.item_cost IS
    'Weighted average cost. value = round(average * quantity) = sum of the values of the movements. Bound policy.';

-- Quantity of an item at a location, per lot for items tracked by lot ('' otherwise).
CREATE TABLE stock.level (
    company_id uuid NOT NULL,
    item_id uuid NOT NULL,
    location_id uuid NOT NULL,
    lot_number text COLLATE "C" NOT NULL DEFAULT '',
    quantity numeric(20,6) NOT NULL DEFAULT 0,
    reserved numeric(20,6) NOT NULL DEFAULT 0,
    since timestamptz, -- when goods first came to the place
    item_order text,   -- the name of the item, by which the list of a place is in order
    CONSTRAINT stock_level_pkey PRIMARY KEY (company_id, item_id, location_id, lot_number),
    CONSTRAINT stock_level_item_fkey FOREIGN KEY (company_id, item_id) REFERENCES stock.item_cost (company_id, item_id),
    CONSTRAINT stock_level_location_fkey FOREIGN KEY (company_id, location_id)
        REFERENCES stock.location (company_id, id),
    -- What two sales of the same unit would break.
    CONSTRAINT stock_level_available_check CHECK (reserved >= 0 AND quantity >= reserved)
) WITH (fillfactor = 50);
COMMENT ON TABLE stock.level IS 'What lies where. available = quantity - reserved, never below zero. Bound policy.';
-- Filter locationId of stock: what lies at a place, by the name of the item.
CREATE INDEX stock_level_place_idx ON stock.level (company_id, location_id, item_order, item_id);
-- Filter at of stock: the places of the day that is not over at that instant.
CREATE INDEX stock_level_since_idx ON stock.level (company_id, since);

CREATE TABLE stock.adjustment (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    location_id uuid NOT NULL,
    reason text COLLATE "C" NOT NULL,
    date date NOT NULL,
    note text,
    version integer NOT NULL DEFAULT 1,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    created_by_kind text COLLATE "C",
    created_by_id uuid,
    CONSTRAINT stock_adjustment_pkey PRIMARY KEY (company_id, id),
    CONSTRAINT stock_adjustment_location_fkey FOREIGN KEY (company_id, location_id)
        REFERENCES stock.location (company_id, id),
    CONSTRAINT stock_adjustment_reason_check CHECK (reason IN ('adjustment', 'loss', 'return'))
);
COMMENT ON TABLE stock.adjustment IS 'Corrections by hand; their lines are movements. Bound policy.';

-- A movement is written by whoever holds the row of its level, which names the item and the place by foreign keys of its
-- own. Asking again would lock the row of the place for every movement: all tills of a shop would share that lock. Reasons
-- are words that only the code writes, from its own constants. Verify looks at both (invariants/movement_words.sql).
--
-- Movements are only added: there is a policy to read and one to insert, so that an UPDATE or DELETE finds no row.
CREATE TABLE stock.movement (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    item_id uuid NOT NULL,
    sequence bigint NOT NULL,
    at timestamptz NOT NULL,
    location_id uuid NOT NULL,
    lot_number text COLLATE "C",
    quantity numeric(20,6) NOT NULL,
    quantity_after numeric(20,6) NOT NULL,
    reason text COLLATE "C" NOT NULL,
    unit_cost numeric(24,8) NOT NULL,
    value bigint NOT NULL,
    average_after numeric(24,8) NOT NULL,
    document_kind text COLLATE "C" NOT NULL,
    document_id text COLLATE "C" NOT NULL,
    note text,
    created_by_kind text COLLATE "C",
    created_by_id uuid,
    CONSTRAINT stock_movement_pkey PRIMARY KEY (company_id, id),
    -- Filter itemId, and the last movement of an item before an instant.
    CONSTRAINT stock_movement_sequence_key UNIQUE (company_id, item_id, sequence),
    CONSTRAINT stock_movement_quantity_check CHECK (quantity <> 0 AND quantity_after >= 0)
);
COMMENT ON TABLE stock.movement IS
    'All that ever moved; sequence counts the movements of an item in the order of their recording. Bound policies.';
-- The list, newest first, and its filters from, to and reason.
CREATE INDEX stock_movement_at_idx ON stock.movement (company_id, at DESC, sequence DESC, id DESC);
-- Filter locationId.
CREATE INDEX stock_movement_location_idx ON stock.movement (company_id, location_id, at DESC, sequence DESC, id DESC);
-- Filter reason; sales and purchases are most of them and use stock_movement_at_idx.
CREATE INDEX stock_movement_reason_idx ON stock.movement (company_id, reason, at DESC, sequence DESC, id DESC)
    WHERE reason NOT IN ('sale', 'purchase');
-- The movements of a document.
CREATE INDEX stock_movement_document_idx ON stock.movement (company_id, document_id);

SELECT svc.company_table('stock.location');

-- Rows of other business units are out of reach for a member who is limited to some (svc.business_units of the transaction).
SELECT svc.business_unit_table('stock.location');

SELECT svc.company_table('stock.item');
SELECT svc.company_table('stock.item_cost');
SELECT svc.company_table('stock.item_usage');
SELECT svc.company_table('stock.level');
SELECT svc.company_table('stock.adjustment');
SELECT svc.company_table('stock.movement', append_only => true);

-- Published to reports of other modules: stock value and quantity per item.
CREATE VIEW stock.v1_stock WITH (security_invoker = true) AS
    SELECT c.company_id, c.item_id, i.name, i.sku, c.quantity, c.average, c.value, i.alert_threshold,
           coalesce(c.quantity < i.alert_threshold, false) AS low
    FROM stock.item_cost c
    JOIN stock.item i ON i.company_id = c.company_id AND i.id = c.item_id
    WHERE i.track_stock AND NOT i.archived;
COMMENT ON VIEW stock.v1_stock IS 'Published: quantity and value of each stocked item over all locations.';
