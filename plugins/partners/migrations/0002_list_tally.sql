-- svc: phase=expand
-- The number of all rows of the list by the values of its filters, kept by the transactions that change partners:
-- it costs the same at any number of them. List `partner`: a archived, b kind, date the day of creation in UTC; serves
-- the filters archived, kind, from and to. Grain d counts a day and m a month.
CREATE TABLE partners.list_tally (
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
    CONSTRAINT partner_list_tally_pkey PRIMARY KEY (company_id, list, grain, date, a, b, c, d, e),
    CONSTRAINT partner_list_tally_grain_check CHECK (grain IN ('d', 'm'))
) WITH (fillfactor = 50);
COMMENT ON TABLE partners.list_tally IS 'Counts of lists by the values of their filters. Bound policy.';
ALTER TABLE partners.list_tally ENABLE ROW LEVEL SECURITY;
ALTER TABLE partners.list_tally FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON partners.list_tally
    USING (company_id = (SELECT current_setting('svc.company')::uuid))
    WITH CHECK (company_id = (SELECT current_setting('svc.company')::uuid));
