-- svc: phase=expand
-- Transfers between locations and physical counts. What they move are movements; the lines here are what was asked.
CREATE TABLE stock.transfer (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    from_location_id uuid NOT NULL,
    to_location_id uuid NOT NULL,
    date date NOT NULL,
    note text,
    version integer NOT NULL DEFAULT 1,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    created_by_kind text COLLATE "C",
    created_by_id uuid,
    CONSTRAINT stock_transfer_pkey PRIMARY KEY (company_id, id),
    CONSTRAINT stock_transfer_from_fkey FOREIGN KEY (company_id, from_location_id)
        REFERENCES stock.location (company_id, id),
    CONSTRAINT stock_transfer_to_fkey FOREIGN KEY (company_id, to_location_id)
        REFERENCES stock.location (company_id, id),
    CONSTRAINT stock_transfer_location_check CHECK (from_location_id <> to_location_id)
);
COMMENT ON TABLE stock.transfer IS 'Goods that went from one location to another. Bound policy.';
-- The list, from and to.
CREATE INDEX stock_transfer_date_idx ON stock.transfer (company_id, date DESC, id DESC);
-- Filter locationId: two looks, one for each side.
CREATE INDEX stock_transfer_from_idx ON stock.transfer (company_id, from_location_id, date DESC, id DESC);
CREATE INDEX stock_transfer_to_idx ON stock.transfer (company_id, to_location_id, date DESC, id DESC);

CREATE TABLE stock.transfer_line (
    company_id uuid NOT NULL,
    transfer_id uuid NOT NULL,
    position integer NOT NULL,
    item_id uuid NOT NULL,
    lot_number text COLLATE "C",
    quantity numeric(20,6) NOT NULL,
    CONSTRAINT stock_transfer_line_pkey PRIMARY KEY (company_id, transfer_id, position),
    CONSTRAINT stock_transfer_line_transfer_fkey FOREIGN KEY (company_id, transfer_id)
        REFERENCES stock.transfer (company_id, id),
    CONSTRAINT stock_transfer_line_check CHECK (quantity > 0)
);
COMMENT ON TABLE stock.transfer_line IS 'Lines of the transfers, in their order. Bound policy.';

CREATE TABLE stock.count (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    location_id uuid NOT NULL,
    status text COLLATE "C" NOT NULL,
    date date NOT NULL,
    note text,
    version integer NOT NULL DEFAULT 1,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    created_by_kind text COLLATE "C",
    created_by_id uuid,
    CONSTRAINT stock_count_pkey PRIMARY KEY (company_id, id),
    CONSTRAINT stock_count_location_fkey FOREIGN KEY (company_id, location_id)
        REFERENCES stock.location (company_id, id),
    CONSTRAINT stock_count_status_check CHECK (status IN ('draft', 'validated', 'cancelled'))
);
COMMENT ON TABLE stock.count IS 'Physical counts: draft until validated or cancelled. Bound policy.';
-- The list, from and to.
CREATE INDEX stock_count_date_idx ON stock.count (company_id, date DESC, id DESC);
-- Filter locationId.
CREATE INDEX stock_count_location_idx ON stock.count (company_id, location_id, date DESC, id DESC);
-- Filter status; validated ones are most of them and use stock_count_date_idx.
CREATE INDEX stock_count_status_idx ON stock.count (company_id, status, date DESC, id DESC)
    WHERE status <> 'validated';

CREATE TABLE stock.count_line (
    company_id uuid NOT NULL,
    count_id uuid NOT NULL,
    position integer NOT NULL,
    item_id uuid NOT NULL,
    lot_number text COLLATE "C",
    counted numeric(20,6) NOT NULL,
    -- Read when the count is validated.
    expected numeric(20,6),
    value bigint,
    CONSTRAINT stock_count_line_pkey PRIMARY KEY (company_id, count_id, position),
    CONSTRAINT stock_count_line_count_fkey FOREIGN KEY (company_id, count_id) REFERENCES stock.count (company_id, id),
    CONSTRAINT stock_count_line_check CHECK (counted >= 0)
);
COMMENT ON TABLE stock.count_line IS 'Lines of the counts, in their order. Bound policy.';

SELECT svc.company_table('stock.transfer');
SELECT svc.company_table('stock.transfer_line');
SELECT svc.company_table('stock.count');
SELECT svc.company_table('stock.count_line');

