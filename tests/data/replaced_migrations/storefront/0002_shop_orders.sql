-- svc: phase=expand
-- Orders of shops elsewhere, which land here by the feeds of connectors. Of orders from the menu all of this is null.

ALTER TABLE storefront.order_request
    ADD COLUMN source text COLLATE "C",
    ADD COLUMN external_id text COLLATE "C",
    ADD COLUMN external_number text,
    ADD COLUMN placed_at timestamptz,
    -- Null: as the company has it.
    ADD COLUMN prices_include_tax boolean,
    -- What the shop asks for and has given back, in minor units of the currency of the order.
    ADD COLUMN external_total bigint,
    ADD COLUMN external_refunded bigint,
    ADD COLUMN delivery_address json,
    -- What the shop did with an order that was decided here already; a rejected one with 'cancelled' was cancelled there first.
    ADD COLUMN source_change text COLLATE "C" CONSTRAINT order_request_source_change_check CHECK (source_change IN ('changed', 'cancelled')),
    ADD CONSTRAINT order_request_source_check CHECK ((source IS NULL) = (external_id IS NULL));
-- Each order of a shop once.
CREATE UNIQUE INDEX order_request_external_idx ON storefront.order_request (company_id, external_id) WHERE external_id IS NOT NULL;

-- Lines of shops may name no item of the catalogue (freight, fees), and take something back (quantity below zero).
ALTER TABLE storefront.order_line
    ALTER COLUMN item_id DROP NOT NULL,
    ADD COLUMN sku text,
    -- Percent that the shop has charged; null: as item and company have it.
    ADD COLUMN tax_rate numeric(9,4),
    DROP CONSTRAINT order_line_quantity_check,
    ADD CONSTRAINT order_line_quantity_check CHECK (quantity <> 0 AND (quantity > 0 OR item_id IS NULL));
