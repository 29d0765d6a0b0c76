-- svc: phase=expand
-- Counts and sums of lists by the values of their filters, kept by the transactions that change the records: the
-- number of rows and the totals of a list cost the same at any size.
--
--   list      a              b          c               d               sums                        serves
--   purchase  business unit  status     receipt status  payment status  subtotal, tax, total, paid  filters businessUnitId, status,
--             of the days                                                                           receiptStatus, paymentStatus, from, to
--   expense   category       wallet                                                                 filters category, walletId, from, to
--
-- Cancelled purchases are counted and add nothing to the sums. Grain d counts a day and m a month. The sums of
-- purchases.day are not kept any more.
CREATE TABLE purchases.list_tally (
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
    CONSTRAINT purchase_list_tally_pkey PRIMARY KEY (company_id, list, grain, date, a, b, c, d, e),
    CONSTRAINT purchase_list_tally_grain_check CHECK (grain IN ('d', 'm'))
) WITH (fillfactor = 50);
COMMENT ON TABLE purchases.list_tally IS 'Counts and sums of lists by the values of their filters. Bound policy.';
ALTER TABLE purchases.list_tally ENABLE ROW LEVEL SECURITY;
ALTER TABLE purchases.list_tally FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON purchases.list_tally
    USING (company_id = (SELECT current_setting('svc.company')::uuid))
    WITH CHECK (company_id = (SELECT current_setting('svc.company')::uuid));

-- Words by which documents are found: filter q, as the range of a prefix. A row each, because under row-level security
-- only leakproof operators reach an index, and those of LIKE, of trigrams and of arrays are not. No foreign key:
-- documents are never deleted, and each row would cost a look at them.
CREATE TABLE purchases.list_term (
    company_id uuid NOT NULL,
    list text COLLATE "C" NOT NULL,
    term text COLLATE "C" NOT NULL,
    document_id uuid NOT NULL,
    CONSTRAINT purchase_list_term_pkey PRIMARY KEY (company_id, list, term, document_id)
);
COMMENT ON TABLE purchases.list_term IS 'What a document is found by: words in lower case without accents. Bound policy.';
ALTER TABLE purchases.list_term ENABLE ROW LEVEL SECURITY;
ALTER TABLE purchases.list_term FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON purchases.list_term
    USING (company_id = (SELECT current_setting('svc.company')::uuid))
    WITH CHECK (company_id = (SELECT current_setting('svc.company')::uuid));
