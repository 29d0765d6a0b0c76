-- svc: phase=expand
-- Counts and sums of sales by everything that lists filter by without naming a record: the count and the totals of such
-- a list cost the same at any number of sales. A sale is in exactly one row; what changes it moves it to another one,
-- in the same transaction (last, because the rows of a day are hot).
--
-- Serves the filters from, to, businessUnitId, paymentStatus, deliveryStatus, fiscalStatus, status, kind and channel,
-- alone or together. partnerId, externalId, overdue and q count the sales themselves, by their own indexes. The sums of
-- sales.day are not kept any more: only `recorded` is, for the plan.
CREATE TABLE sales.tally (
    company_id uuid NOT NULL,
    date date NOT NULL,
    business_unit_id uuid NOT NULL,
    kind text COLLATE "C" NOT NULL,
    channel text COLLATE "C" NOT NULL,
    status text COLLATE "C" NOT NULL,
    payment_status text COLLATE "C" NOT NULL,
    delivery_status text COLLATE "C" NOT NULL,
    fiscal_status text COLLATE "C" NOT NULL,
    documents bigint NOT NULL DEFAULT 0,
    subtotal bigint NOT NULL DEFAULT 0,
    tax bigint NOT NULL DEFAULT 0,
    total bigint NOT NULL DEFAULT 0,
    paid bigint NOT NULL DEFAULT 0,
    balance bigint NOT NULL DEFAULT 0,
    CONSTRAINT tally_pkey PRIMARY KEY (company_id, date, business_unit_id, kind, channel, status, payment_status,
                                       delivery_status, fiscal_status)
) WITH (fillfactor = 50);
COMMENT ON TABLE sales.tally IS 'Sums of the sales of a day by their states, in the currency of the company. Bound policy.';
ALTER TABLE sales.tally ENABLE ROW LEVEL SECURITY;
ALTER TABLE sales.tally FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON sales.tally
    USING (company_id = (SELECT current_setting('svc.company')::uuid))
    WITH CHECK (company_id = (SELECT current_setting('svc.company')::uuid));

-- sort=total and sort=-total.
CREATE INDEX sale_total_index ON sales.sale (company_id, total_base, id);
