-- svc: phase=expand
-- The same counts and sums by month: a list of years reads a few rows of each whole month, and days at its ends alone.
CREATE TABLE sales.tally_month (
    company_id uuid NOT NULL,
    date date NOT NULL, -- the first of the month
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
    CONSTRAINT tally_month_pkey PRIMARY KEY (company_id, date, business_unit_id, kind, channel, status, payment_status,
                                             delivery_status, fiscal_status)
) WITH (fillfactor = 50);
COMMENT ON TABLE sales.tally_month IS 'Sums of the sales of a month by their states, in the currency of the company. Bound policy.';
ALTER TABLE sales.tally_month ENABLE ROW LEVEL SECURITY;
ALTER TABLE sales.tally_month FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON sales.tally_month
    USING (company_id = (SELECT current_setting('svc.company')::uuid))
    WITH CHECK (company_id = (SELECT current_setting('svc.company')::uuid));
