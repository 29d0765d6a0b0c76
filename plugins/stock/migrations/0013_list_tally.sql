-- svc: phase=expand
-- Lists whose number of rows costs the same at any size: counts by the values of their filters, kept by the
-- transactions that change the records.
--
--   list      a           b        c         d     date                     serves
--   item      archived    service  category  low   none                     filters archived, service, category, low of items
--   place     location    low                      first goods, day of UTC  filters locationId, businessUnitId, low, at of stock
--   movement  location    reason                   day of UTC               filters locationId, reason, from, to of movements
--   transfer  from        to                       business date            filters locationId, from, to of transfers
--   count     location    status                   business date            filters locationId, status, from, to of counts
--
-- Grain d counts a day and m a month; lists without dates have one row of grain m.
CREATE TABLE stock.list_tally (
    company_id uuid NOT NULL,
    list text COLLATE "C" NOT NULL,
    grain text COLLATE "C" NOT NULL,
    date date NOT NULL,
    a text COLLATE "C" NOT NULL,
    b text COLLATE "C" NOT NULL,
    c text COLLATE "C" NOT NULL,
    d text COLLATE "C" NOT NULL,
    e text COLLATE "C" NOT NULL,
    documents bigint NOT NULL,
    sum1 bigint NOT NULL DEFAULT 0,
    sum2 bigint NOT NULL DEFAULT 0,
    sum3 bigint NOT NULL DEFAULT 0,
    sum4 bigint NOT NULL DEFAULT 0,
    CONSTRAINT stock_list_tally_pkey PRIMARY KEY (company_id, list, grain, date, a, b, c, d, e),
    CONSTRAINT stock_list_tally_grain_check CHECK (grain IN ('d', 'm'))
) WITH (fillfactor = 50);
COMMENT ON TABLE stock.list_tally IS 'Counts of lists by the values of their filters. Bound policy.';
ALTER TABLE stock.list_tally ENABLE ROW LEVEL SECURITY;
ALTER TABLE stock.list_tally FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON stock.list_tally
    USING (company_id = (SELECT current_setting('svc.company')::uuid))
    WITH CHECK (company_id = (SELECT current_setting('svc.company')::uuid));

-- The threshold beside the quantity that it is compared with: whoever changes either holds the row of both, so
-- that one of two concurrent changes sees the other.
ALTER TABLE stock.item_cost ADD COLUMN alert_threshold numeric(20,6);
-- Is the quantity below the threshold? Changes only when it crosses it.
ALTER TABLE stock.item ADD COLUMN low boolean NOT NULL DEFAULT false;
-- When goods first came to the place, and whether list_tally counts it.
ALTER TABLE stock.level ADD COLUMN since timestamptz;
ALTER TABLE stock.level ADD COLUMN counted boolean NOT NULL DEFAULT false;

-- Filter low of items and of stock, in the order of the list.
CREATE INDEX stock_item_low_idx ON stock.item (company_id, lower(name), id) WHERE low;
-- Filter archived=true of items.
CREATE INDEX stock_item_archived_idx ON stock.item (company_id, lower(name), id) WHERE archived;
-- Filter service=true of items.
CREATE INDEX stock_item_service_idx ON stock.item (company_id, lower(name), id) WHERE service;
-- Filter at of stock: the places of the day that is not over at that instant.
CREATE INDEX stock_level_since_idx ON stock.level (company_id, since);
-- Filter reason of movements; sales and purchases are most of them and use stock_movement_at_idx.
CREATE INDEX stock_movement_reason_idx ON stock.movement (company_id, reason, at DESC, sequence DESC, id DESC)
    WHERE reason NOT IN ('sale', 'purchase');
-- Filter locationId of transfers: two looks, one for each side.
CREATE INDEX stock_transfer_from_idx ON stock.transfer (company_id, from_location_id, date DESC, id DESC);
CREATE INDEX stock_transfer_to_idx ON stock.transfer (company_id, to_location_id, date DESC, id DESC);
-- Filter locationId of counts.
CREATE INDEX stock_count_location_idx ON stock.count (company_id, location_id, date DESC, id DESC);
-- Filter status of counts; validated ones are most of them and use stock_count_date_idx.
CREATE INDEX stock_count_status_idx ON stock.count (company_id, status, date DESC, id DESC)
    WHERE status <> 'validated';
