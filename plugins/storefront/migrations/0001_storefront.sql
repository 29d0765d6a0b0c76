-- svc: phase=expand
-- svc: replaces=1:4663025ce5420ae4eb7d7c90c58316b25dade2a4c0ad69115e81237a4b08299f
-- svc: replaces=2:606d99b936ad4ad673b21305b203101095e55f66aee82b2c1bbd186ad0f643f9
-- svc: replaces=3:5f036875d60376c04a03a417778a77066dccfe918ebb34b1170822730c48648b
-- Orders that guests place on the public menu, and those of shops elsewhere, which land here by the feeds of connectors, until
-- somebody of the company accepts or rejects them.

CREATE TABLE storefront.order_request (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    number text COLLATE "C" NOT NULL,
    status text COLLATE "C" NOT NULL CONSTRAINT order_request_status_check CHECK (status IN ('received', 'accepted', 'rejected')),
    channel text COLLATE "C" NOT NULL CONSTRAINT order_request_channel_check CHECK (channel IN ('menu', 'shop')),
    business_unit_id uuid NOT NULL,
    table_name text,
    customer_name text,
    customer_phone text,
    customer_email text,
    currency text COLLATE "C" NOT NULL,
    total bigint NOT NULL,
    note text,
    reason text,
    sale_id uuid,
    decided_at timestamptz,
    -- Of orders of shops elsewhere; of orders from the menu all of this is null.
    source text COLLATE "C",
    external_id text COLLATE "C",
    external_number text,
    placed_at timestamptz,
    -- Null: as the company has it.
    prices_include_tax boolean,
    -- What the shop asks for and had given back when the order was decided, in minor units of the currency of the order.
    external_total bigint,
    external_refunded bigint,
    -- What the shop tells to have given back, in all, once the order was decided here; null: nothing but external_refunded.
    external_refunded_now bigint,
    delivery_address json,
    -- What the shop did with an order that was decided here already; a rejected one with 'cancelled' was cancelled there first.
    source_change text COLLATE "C"
        CONSTRAINT order_request_source_change_check CHECK (source_change IN ('changed', 'cancelled')),
    version integer NOT NULL DEFAULT 1,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    created_by_kind text COLLATE "C",
    created_by_id uuid,
    CONSTRAINT order_request_pkey PRIMARY KEY (company_id, id),
    CONSTRAINT order_request_number_key UNIQUE (company_id, number),
    CONSTRAINT order_request_sale_check CHECK ((status = 'accepted') = (sale_id IS NOT NULL)),
    CONSTRAINT order_request_source_check CHECK ((source IS NULL) = (external_id IS NULL))
);
-- The list, newest first, with the filters from and to.
CREATE INDEX order_request_created_idx ON storefront.order_request (company_id, created_at, id);
-- Filter status in the same order: what waits.
CREATE INDEX order_request_state_idx ON storefront.order_request (company_id, status, created_at, id);
-- Each order of a shop once.
CREATE UNIQUE INDEX order_request_external_idx ON storefront.order_request (company_id, external_id) WHERE external_id IS NOT NULL;
COMMENT ON TABLE storefront.order_request IS 'Orders from public pages. Bound policy.';
SELECT svc.company_table('storefront.order_request');

-- Rows of other business units are out of reach for a member who is limited to some (svc.business_units of the transaction).
SELECT svc.business_unit_table('storefront.order_request');

-- Label and price are those of the catalogue when the order was placed, or those of the shop. Lines of shops may name no item
-- of the catalogue (freight, fees), and take something back (quantity below zero).
CREATE TABLE storefront.order_line (
    company_id uuid NOT NULL,
    order_request_id uuid NOT NULL,
    position integer NOT NULL,
    item_id uuid,
    sku text,
    label text NOT NULL,
    quantity numeric(20,6) NOT NULL,
    unit_price numeric(24,8) NOT NULL,
    amount bigint NOT NULL,
    -- Percent that the shop has charged; null: as item and company have it.
    tax_rate numeric(9,4),
    CONSTRAINT order_line_pkey PRIMARY KEY (company_id, order_request_id, position),
    CONSTRAINT order_line_request_fkey FOREIGN KEY (company_id, order_request_id)
        REFERENCES storefront.order_request (company_id, id),
    CONSTRAINT order_line_quantity_check CHECK (quantity <> 0 AND (quantity > 0 OR item_id IS NULL))
);
COMMENT ON TABLE storefront.order_line IS 'Lines of orders from public pages. Bound policy.';
SELECT svc.company_table('storefront.order_line');
