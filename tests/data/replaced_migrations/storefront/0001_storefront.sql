-- svc: phase=expand
-- Orders that guests place on the public menu, until somebody of the company accepts or rejects them.

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
    version integer NOT NULL DEFAULT 1,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    created_by_kind text COLLATE "C",
    created_by_id uuid,
    CONSTRAINT order_request_pkey PRIMARY KEY (company_id, id),
    CONSTRAINT order_request_number_key UNIQUE (company_id, number),
    CONSTRAINT order_request_sale_check CHECK ((status = 'accepted') = (sale_id IS NOT NULL))
);
-- The list, newest first, with the filters from and to.
CREATE INDEX order_request_created_idx ON storefront.order_request (company_id, created_at, id);
-- Filter status in the same order: what waits.
CREATE INDEX order_request_state_idx ON storefront.order_request (company_id, status, created_at, id);
COMMENT ON TABLE storefront.order_request IS 'Orders from public pages. Bound policy.';
SELECT svc.company_table('storefront.order_request');

-- Rows of other business units are out of reach for a member who is limited to some (svc.business_units of the transaction).
SELECT svc.business_unit_table('storefront.order_request');

-- Label and price are those of the catalogue when the order was placed.
CREATE TABLE storefront.order_line (
    company_id uuid NOT NULL,
    order_request_id uuid NOT NULL,
    position integer NOT NULL,
    item_id uuid NOT NULL,
    label text NOT NULL,
    quantity numeric(20,6) NOT NULL CONSTRAINT order_line_quantity_check CHECK (quantity > 0),
    unit_price numeric(24,8) NOT NULL,
    amount bigint NOT NULL,
    CONSTRAINT order_line_pkey PRIMARY KEY (company_id, order_request_id, position),
    CONSTRAINT order_line_request_fkey FOREIGN KEY (company_id, order_request_id)
        REFERENCES storefront.order_request (company_id, id)
);
COMMENT ON TABLE storefront.order_line IS 'Lines of orders from public pages. Bound policy.';
SELECT svc.company_table('storefront.order_line');
