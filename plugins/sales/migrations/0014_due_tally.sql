-- svc: phase=expand
-- Counts and sums of lists by the values of their filters, kept by the transactions that change the records.
--
-- List `due`: sales with a balance by the day on which they are due; a business unit; sums subtotal, tax, paid, balance.
-- Serves the filter overdue=true, alone or with businessUnitId.
CREATE TABLE sales.list_tally (
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
    CONSTRAINT sale_list_tally_pkey PRIMARY KEY (company_id, list, grain, date, a, b, c, d, e),
    CONSTRAINT sale_list_tally_grain_check CHECK (grain IN ('d', 'm'))
) WITH (fillfactor = 50);
COMMENT ON TABLE sales.list_tally IS 'Counts and sums of lists by the values of their filters. Bound policy.';
ALTER TABLE sales.list_tally ENABLE ROW LEVEL SECURITY;
ALTER TABLE sales.list_tally FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON sales.list_tally
    USING (company_id = (SELECT current_setting('svc.company')::uuid))
    WITH CHECK (company_id = (SELECT current_setting('svc.company')::uuid));

-- Filter overdue=true, in the order of the list.
CREATE INDEX sale_open_date_index ON sales.sale (company_id, date DESC, id DESC) WHERE balance > 0;
