-- svc: phase=expand
-- The total of a list of movements over years adds up whole years, then the months and days at the ends of its period: the
-- numbers of movements of years, as treasury.movement_month has them of months; date is the first of the year. The key
-- serves filter `category` or none (empty), then `from` and `to`; the others are read from the few rows of a year.
CREATE TABLE treasury.movement_year (
    company_id uuid NOT NULL,
    category text COLLATE "C" NOT NULL,
    date date NOT NULL,
    wallet_id uuid NOT NULL,
    kind text COLLATE "C" NOT NULL,
    direction text COLLATE "C" NOT NULL,
    movements bigint NOT NULL DEFAULT 0,
    voided bigint NOT NULL DEFAULT 0,
    CONSTRAINT movement_year_pkey PRIMARY KEY (company_id, category, date, wallet_id, kind, direction)
) WITH (fillfactor = 50);
COMMENT ON TABLE treasury.movement_year IS
    'Number of movements per year, wallet, kind and direction: of a category, and of all (category is empty).';
ALTER TABLE treasury.movement_year ENABLE ROW LEVEL SECURITY;
ALTER TABLE treasury.movement_year FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON treasury.movement_year
    USING (company_id = current_setting('svc.company')::uuid)
    WITH CHECK (company_id = current_setting('svc.company')::uuid);
