-- svc: phase=expand
-- Stays in rooms and other units. Prices are minor units of the company's currency, with decimals.
CREATE TABLE stays.stay (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    status text COLLATE "C" NOT NULL,
    unit text NOT NULL,
    -- The unit in small letters: lower() is not leakproof and reaches no index under row-level security.
    unit_key text COLLATE "C" NOT NULL,
    partner_id uuid,
    partner_name text,
    arrival date NOT NULL,
    departure date NOT NULL,
    guests integer NOT NULL,
    item_id uuid,
    unit_price numeric(24,8),
    currency text COLLATE "C" NOT NULL,
    note text,
    checked_in_at timestamptz,
    checked_out_at timestamptz,
    cancelled_at timestamptz,
    sale_id uuid,
    version integer NOT NULL,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    created_by_kind text COLLATE "C",
    created_by_id uuid,
    CONSTRAINT stay_pkey PRIMARY KEY (company_id, id),
    CONSTRAINT stay_status_check CHECK (status IN ('booked', 'checked_in', 'checked_out', 'cancelled')),
    CONSTRAINT stay_departure_check CHECK (departure > arrival),
    CONSTRAINT stay_sale_check CHECK ((status = 'checked_out') = (sale_id IS NOT NULL))
) WITH (fillfactor = 85);
COMMENT ON TABLE stays.stay IS 'One row per stay. Bound policy.';
SELECT svc.company_table('stays.stay');

-- The list, newest first, from, to.
CREATE INDEX stay_arrival_index ON stays.stay (company_id, arrival DESC, id DESC);
-- Filter status.
CREATE INDEX stay_status_index ON stays.stay (company_id, status, arrival DESC, id DESC);
-- Filter partnerId.
CREATE INDEX stay_partner_index ON stays.stay (company_id, partner_id, arrival DESC, id DESC)
    WHERE partner_id IS NOT NULL;
-- Filter unit, whatever its capitals.
CREATE INDEX stay_unit_key_index ON stays.stay (company_id, unit_key, arrival DESC, id DESC);

-- One row per night of a stay that is booked or under way: two stays cannot have the same unit in the same night,
-- whoever asks at the same moment.
CREATE TABLE stays.night (
    company_id uuid NOT NULL,
    unit text COLLATE "C" NOT NULL,
    night date NOT NULL,
    stay_id uuid NOT NULL,
    CONSTRAINT stay_night_key PRIMARY KEY (company_id, unit, night),
    CONSTRAINT stay_night_fkey FOREIGN KEY (company_id, stay_id) REFERENCES stays.stay (company_id, id)
);
COMMENT ON TABLE stays.night IS 'Nights in which a unit is taken; the unit in small letters. Bound policy.';
CREATE INDEX stay_night_stay_index ON stays.night (company_id, stay_id);
SELECT svc.company_table('stays.night');

-- Published: others may read this and nothing else of the schema. Columns are added, never removed.
CREATE VIEW stays.v1_stays WITH (security_invoker = true) AS
SELECT company_id, id, status, unit, partner_id, arrival, departure, guests, item_id, unit_price, currency, checked_in_at,
       checked_out_at, sale_id, created_at, updated_at
FROM stays.stay;
COMMENT ON VIEW stays.v1_stays IS 'Published view of the stays, for reports.';
