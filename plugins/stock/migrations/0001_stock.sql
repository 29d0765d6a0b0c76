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
    price numeric(24,8) NOT NULL,
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
    CONSTRAINT stock_item_pkey PRIMARY KEY (company_id, id),
    CONSTRAINT stock_item_sku_key UNIQUE (company_id, sku),                  -- also the filter sku
    CONSTRAINT stock_item_barcode_key UNIQUE (company_id, barcode),          -- also the filter barcode
    CONSTRAINT stock_item_external_id_key UNIQUE (company_id, external_id),  -- also the filter externalId
    CONSTRAINT stock_item_parent_fkey FOREIGN KEY (company_id, parent_id) REFERENCES stock.item (company_id, id),
    CONSTRAINT stock_item_track_check CHECK (NOT (service AND track_stock) AND (track_stock OR NOT track_lots))
);
COMMENT ON TABLE stock.item IS 'Catalogue: goods, services, variants with their parent. Bound policy.';
-- The list in its order, and the filters that are not selective (service, low, archived, q).
CREATE INDEX stock_item_name_idx ON stock.item (company_id, lower(name), id);
-- Filter category.
CREATE INDEX stock_item_category_idx ON stock.item (company_id, category, lower(name), id);
-- Is an item the parent of variants?
CREATE INDEX stock_item_parent_idx ON stock.item (company_id, parent_id) WHERE parent_id IS NOT NULL;
-- Use of the plan: items that are not archived.
CREATE INDEX stock_item_plan_idx ON stock.item (company_id) WHERE NOT archived;

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
    CONSTRAINT stock_level_pkey PRIMARY KEY (company_id, item_id, location_id, lot_number),
    CONSTRAINT stock_level_item_fkey FOREIGN KEY (company_id, item_id) REFERENCES stock.item_cost (company_id, item_id),
    CONSTRAINT stock_level_location_fkey FOREIGN KEY (company_id, location_id)
        REFERENCES stock.location (company_id, id),
    -- What two sales of the same unit would break.
    CONSTRAINT stock_level_available_check CHECK (reserved >= 0 AND quantity >= reserved)
) WITH (fillfactor = 50);
COMMENT ON TABLE stock.level IS 'What lies where. available = quantity - reserved, never below zero. Bound policy.';
-- Filter locationId of the stock list.
CREATE INDEX stock_level_location_idx ON stock.level (company_id, location_id);

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
    CONSTRAINT stock_movement_item_fkey FOREIGN KEY (company_id, item_id) REFERENCES stock.item_cost (company_id, item_id),
    CONSTRAINT stock_movement_location_fkey FOREIGN KEY (company_id, location_id)
        REFERENCES stock.location (company_id, id),
    CONSTRAINT stock_movement_quantity_check CHECK (quantity <> 0 AND quantity_after >= 0),
    CONSTRAINT stock_movement_reason_check
        CHECK (reason IN ('sale', 'purchase', 'transfer', 'adjustment', 'loss', 'return', 'count'))
);
COMMENT ON TABLE stock.movement IS
    'All that ever moved; sequence counts the movements of an item in the order of their recording. Bound policies.';
-- The list, newest first, and its filters from, to and reason.
CREATE INDEX stock_movement_at_idx ON stock.movement (company_id, at DESC, sequence DESC, id DESC);
-- Filter locationId.
CREATE INDEX stock_movement_location_idx ON stock.movement (company_id, location_id, at DESC, sequence DESC, id DESC);
-- The movements of a document.
CREATE INDEX stock_movement_document_idx ON stock.movement (company_id, document_id);

ALTER TABLE stock.location ENABLE ROW LEVEL SECURITY;
ALTER TABLE stock.location FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON stock.location
    USING (company_id = (SELECT current_setting('svc.company')::uuid))
    WITH CHECK (company_id = (SELECT current_setting('svc.company')::uuid));

ALTER TABLE stock.item ENABLE ROW LEVEL SECURITY;
ALTER TABLE stock.item FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON stock.item
    USING (company_id = (SELECT current_setting('svc.company')::uuid))
    WITH CHECK (company_id = (SELECT current_setting('svc.company')::uuid));

ALTER TABLE stock.item_cost ENABLE ROW LEVEL SECURITY;
ALTER TABLE stock.item_cost FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON stock.item_cost
    USING (company_id = (SELECT current_setting('svc.company')::uuid))
    WITH CHECK (company_id = (SELECT current_setting('svc.company')::uuid));

ALTER TABLE stock.level ENABLE ROW LEVEL SECURITY;
ALTER TABLE stock.level FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON stock.level
    USING (company_id = (SELECT current_setting('svc.company')::uuid))
    WITH CHECK (company_id = (SELECT current_setting('svc.company')::uuid));

ALTER TABLE stock.adjustment ENABLE ROW LEVEL SECURITY;
ALTER TABLE stock.adjustment FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON stock.adjustment
    USING (company_id = (SELECT current_setting('svc.company')::uuid))
    WITH CHECK (company_id = (SELECT current_setting('svc.company')::uuid));

ALTER TABLE stock.movement ENABLE ROW LEVEL SECURITY;
ALTER TABLE stock.movement FORCE ROW LEVEL SECURITY;
CREATE POLICY company_read ON stock.movement FOR SELECT
    USING (company_id = (SELECT current_setting('svc.company')::uuid));
CREATE POLICY company_insert ON stock.movement FOR INSERT
    WITH CHECK (company_id = (SELECT current_setting('svc.company')::uuid));

-- Published to reports of other modules: stock value and quantity per item.
CREATE VIEW stock.v1_stock WITH (security_invoker = true) AS
    SELECT c.company_id, c.item_id, i.name, i.sku, c.quantity, c.average, c.value, i.alert_threshold,
           coalesce(c.quantity < i.alert_threshold, false) AS low
    FROM stock.item_cost c
    JOIN stock.item i ON i.company_id = c.company_id AND i.id = c.item_id
    WHERE i.track_stock AND NOT i.archived;
COMMENT ON VIEW stock.v1_stock IS 'Published: quantity and value of each stocked item over all locations.';
