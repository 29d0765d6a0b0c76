-- svc: phase=expand
-- Lists whose number of rows costs the same at any size.
--
-- The numbers of movements of whole months, as treasury.movement_day has them of days; date is the first of the month.
CREATE TABLE treasury.movement_month (
    company_id uuid NOT NULL,
    date date NOT NULL,
    wallet_id uuid NOT NULL,
    kind text COLLATE "C" NOT NULL,
    direction text COLLATE "C" NOT NULL,
    category text COLLATE "C" NOT NULL,
    movements bigint NOT NULL DEFAULT 0,
    voided bigint NOT NULL DEFAULT 0,
    CONSTRAINT movement_month_pkey PRIMARY KEY (company_id, date, wallet_id, kind, direction, category)
) WITH (fillfactor = 50);
COMMENT ON TABLE treasury.movement_month IS 'Number of movements per month, wallet, kind, direction and category.';
ALTER TABLE treasury.movement_month ENABLE ROW LEVEL SECURITY;
ALTER TABLE treasury.movement_month FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON treasury.movement_month
    USING (company_id = (SELECT current_setting('svc.company')::uuid))
    WITH CHECK (company_id = (SELECT current_setting('svc.company')::uuid));

-- Counts by the values of the filters, kept by the transactions that change the records.
--
--   list          a       b       c              date           serves
--   cash_session  status  wallet  business unit  business date  filters status, walletId, businessUnitId, from, to
CREATE TABLE treasury.list_tally (
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
    CONSTRAINT treasury_list_tally_pkey PRIMARY KEY (company_id, list, grain, date, a, b, c, d, e),
    CONSTRAINT treasury_list_tally_grain_check CHECK (grain IN ('d', 'm'))
) WITH (fillfactor = 50);
COMMENT ON TABLE treasury.list_tally IS 'Counts and sums of lists by the values of their filters. Bound policy.';
ALTER TABLE treasury.list_tally ENABLE ROW LEVEL SECURITY;
ALTER TABLE treasury.list_tally FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON treasury.list_tally
    USING (company_id = (SELECT current_setting('svc.company')::uuid))
    WITH CHECK (company_id = (SELECT current_setting('svc.company')::uuid));

-- Words by which documents are found: filter q, as the range of a prefix. A row each, because under row-level security
-- only leakproof operators reach an index, and those of LIKE, of trigrams and of arrays are not. No foreign key:
-- documents are never deleted, and each row would cost a look at them.
CREATE TABLE treasury.list_term (
    company_id uuid NOT NULL,
    list text COLLATE "C" NOT NULL,
    term text COLLATE "C" NOT NULL,
    document_id uuid NOT NULL,
    CONSTRAINT treasury_list_term_pkey PRIMARY KEY (company_id, list, term, document_id)
);
COMMENT ON TABLE treasury.list_term IS 'What a document is found by: words in lower case without accents. Bound policy.';
ALTER TABLE treasury.list_term ENABLE ROW LEVEL SECURITY;
ALTER TABLE treasury.list_term FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON treasury.list_term
    USING (company_id = (SELECT current_setting('svc.company')::uuid))
    WITH CHECK (company_id = (SELECT current_setting('svc.company')::uuid));

-- Filter businessUnitId of cash sessions.
CREATE INDEX cash_session_business_unit ON treasury.cash_session (company_id, business_unit_id, date, id);
-- Filter status=open of cash sessions, in the order of the list.
CREATE INDEX cash_session_open_date ON treasury.cash_session (company_id, date, id) WHERE status = 'open';
