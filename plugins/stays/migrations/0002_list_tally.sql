-- svc: phase=expand
-- Lists whose number of rows costs the same at any size: counts by the values of their filters, kept by the
-- transactions that change the records.
--
--   list  a      date            serves
--   stay  state  day of arrival  filters status, from, to of stays
--
-- Grain d counts a day and m a month. A unit has one stay a night and a partner few: these are counted by
-- stay_unit_key_index and stay_partner_index.
CREATE TABLE stays.list_tally (
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
    CONSTRAINT stays_list_tally_pkey PRIMARY KEY (company_id, list, grain, date, a, b, c, d, e),
    CONSTRAINT stays_list_tally_grain_check CHECK (grain IN ('d', 'm'))
) WITH (fillfactor = 50);
COMMENT ON TABLE stays.list_tally IS 'Counts of lists by the values of their filters. Bound policy.';
ALTER TABLE stays.list_tally ENABLE ROW LEVEL SECURITY;
ALTER TABLE stays.list_tally FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON stays.list_tally
    USING (company_id = (SELECT current_setting('svc.company')::uuid))
    WITH CHECK (company_id = (SELECT current_setting('svc.company')::uuid));

-- Filter unit, whatever its capitals: the unit in small letters stands beside it, because lower() is not leakproof and
-- reaches no index under row-level security.
ALTER TABLE stays.stay ADD COLUMN unit_key text COLLATE "C";
CREATE INDEX stay_unit_key_index ON stays.stay (company_id, unit_key, arrival DESC, id DESC);
