-- svc: phase=expand
-- svc: replaces=2:5a0d0262f05576449f54724d52cbf83934e873f9e0eb2fb90bbc1ea020866c3a
-- svc: replaces=5:d6ed7d80de0d228190cf3853fcb6700178c786c12c6d1e419cb026a7c1fd50dd
-- svc: replaces=7:b8e8115e04de6cf68666363c2ce1f8515084b229fc2220d6dddde412f58f51af
-- svc: replaces=12:bef67975e74205b41e0b065aedd40382cd315fba0c5b2262c39c0d3b247ee669
-- Stock: where goods lie, what they cost, and all that ever moved.
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
SELECT svc.company_table('stock.location');
-- Rows of other business units are out of reach for a member who is limited to some (svc.business_units of the transaction).
SELECT svc.business_unit_table('stock.location');

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
SELECT svc.company_table('stock.item_cost');

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
SELECT svc.company_table('stock.level');

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
SELECT svc.company_table('stock.adjustment');

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
SELECT svc.company_table('stock.movement', append_only => true);

-- Fiscal years whose periodic inventory the pass has closed: each once.
CREATE TABLE stock.year_closing (
    company_id uuid NOT NULL,
    ends_on date NOT NULL,
    closed_at timestamptz NOT NULL,
    CONSTRAINT stock_year_closing_pkey PRIMARY KEY (company_id, ends_on)
);
COMMENT ON TABLE stock.year_closing IS 'Fiscal years closed with their inventory. Bound policy.';
SELECT svc.company_table('stock.year_closing');

-- When the inventory was periodic: what moved then is not in the books, whatever the setting is today.
CREATE TABLE stock.periodic_span (
    company_id uuid NOT NULL,
    since timestamptz NOT NULL,
    until timestamptz,
    CONSTRAINT stock_periodic_span_pkey PRIMARY KEY (company_id, since)
);
COMMENT ON TABLE stock.periodic_span IS 'From when until when a company had periodic inventory; until: null while it has. Bound policy.';
SELECT svc.company_table('stock.periodic_span');
