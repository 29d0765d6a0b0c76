-- svc: phase=expand
-- Lists whose number of rows costs the same at any size: counts by the values of their filters, kept by the
-- transactions that change the records.
--
--   list   a      date        serves
--   order  state  day of UTC  filters status, from, to of order requests
--
-- Grain d counts a day and m a month.
CREATE TABLE storefront.list_tally (
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
    CONSTRAINT storefront_list_tally_pkey PRIMARY KEY (company_id, list, grain, date, a, b, c, d, e),
    CONSTRAINT storefront_list_tally_grain_check CHECK (grain IN ('d', 'm'))
) WITH (fillfactor = 50);
COMMENT ON TABLE storefront.list_tally IS 'Counts of lists by the values of their filters. Bound policy.';
ALTER TABLE storefront.list_tally ENABLE ROW LEVEL SECURITY;
ALTER TABLE storefront.list_tally FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON storefront.list_tally
    USING (company_id = (SELECT current_setting('svc.company')::uuid))
    WITH CHECK (company_id = (SELECT current_setting('svc.company')::uuid));

-- The list is in the order of creation: order_request_created_idx has it, with the filters from and to; this one also
-- with the filter status.
CREATE INDEX order_request_state_idx ON storefront.order_request (company_id, status, created_at, id);
DROP INDEX storefront.order_request_status_idx;
