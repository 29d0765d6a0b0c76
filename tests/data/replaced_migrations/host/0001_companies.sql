-- svc: phase=expand
-- Companies and what hangs directly on them.
--
-- Two kinds of policy are used in this schema:
--   bound:   the transaction must be bound to the company (SET LOCAL svc.company), else the statement fails;
--   look-up: the same once bound, but an unbound transaction sees all rows. Only the host ever runs unbound,
--            to find the company of a key, a session or a due job. Plugins are always bound.
-- No statement and no default asks the database for the time: every instant is a parameter from the host's clock.

-- Declares a table with the look-up policy, as svc.company_table does with the bound one.
CREATE FUNCTION svc.look_up_table(target regclass) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY', target);
    EXECUTE format('CREATE POLICY company ON %s USING (coalesce(current_setting(''svc.company'', true), '''') = '''''
                   ' OR company_id = nullif(current_setting(''svc.company'', true), '''')::uuid)', target);
END
$$;
REVOKE EXECUTE ON FUNCTION svc.look_up_table(regclass) FROM PUBLIC;

CREATE SEQUENCE svc.company_ordinal;

CREATE TABLE svc.company (
    company_id uuid NOT NULL,
    ordinal bigint NOT NULL DEFAULT nextval('svc.company_ordinal'),
    slug text COLLATE "C" NOT NULL,
    name text NOT NULL,
    legal_name text,
    country text COLLATE "C" NOT NULL,
    currency text COLLATE "C" NOT NULL,
    time_zone text COLLATE "C" NOT NULL,
    language text COLLATE "C" NOT NULL,
    vat_number text COLLATE "C",
    registration_number text COLLATE "C",
    peppol_id text COLLATE "C",
    address jsonb,
    email text,
    phone text,
    iban text COLLATE "C",
    bic text COLLATE "C",
    contact_name text,
    prices_include_tax boolean NOT NULL DEFAULT true,
    default_tax_category text COLLATE "C" NOT NULL DEFAULT 'S',
    default_tax_rate numeric(9,4) NOT NULL DEFAULT 0,
    payment_terms_days integer NOT NULL DEFAULT 30,
    stock_on_sale text COLLATE "C" NOT NULL DEFAULT 'at_sale' CHECK (stock_on_sale IN ('at_sale', 'at_delivery')),
    default_hourly_rate numeric(24,8) NOT NULL DEFAULT 0,
    quotes_require_acceptance boolean NOT NULL DEFAULT false,
    public_menu boolean NOT NULL DEFAULT false,
    chart text COLLATE "C",
    lock_date date,
    plan text COLLATE "C" NOT NULL DEFAULT 'standard',
    accounting jsonb NOT NULL DEFAULT '{}',
    default_business_unit_id uuid,
    default_wallet_id uuid,
    version integer NOT NULL DEFAULT 1,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    created_by_kind text COLLATE "C",
    created_by_id uuid,
    PRIMARY KEY (company_id),
    UNIQUE (slug),
    UNIQUE (ordinal)
);
COMMENT ON TABLE svc.company IS
    'directory: the list of companies itself; slug and ordinal are unique in the whole service. Look-up policy.';
COMMENT ON COLUMN svc.company.default_hourly_rate IS 'In minor units of the currency.';
SELECT svc.look_up_table('svc.company');

-- The last row a write locks: its event positions and the head of its sealed journal, so that the order of
-- commits is the order of positions. Updated by one statement at the very end of a unit of work.
CREATE TABLE svc.company_clock (
    company_id uuid NOT NULL,
    last_event_position bigint NOT NULL DEFAULT 0,
    journal_sequence bigint NOT NULL DEFAULT 0,
    journal_head bytea,
    PRIMARY KEY (company_id),
    FOREIGN KEY (company_id) REFERENCES svc.company (company_id)
) WITH (fillfactor = 50);
COMMENT ON TABLE svc.company_clock IS 'One row per company, locked last. Bound policy.';
SELECT svc.company_table('svc.company_clock');

-- Which plugins have run their companyCreated command for which company, so that a plugin enabled later
-- still meets every company exactly once.
CREATE TABLE svc.company_plugin (
    company_id uuid NOT NULL,
    plugin text COLLATE "C" NOT NULL,
    initialised_at timestamptz NOT NULL,
    PRIMARY KEY (company_id, plugin),
    FOREIGN KEY (company_id) REFERENCES svc.company (company_id)
);
COMMENT ON TABLE svc.company_plugin IS 'Plugins that know the company. Look-up policy: read at start for all companies.';
SELECT svc.look_up_table('svc.company_plugin');

CREATE TABLE svc.business_unit (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    name text NOT NULL,
    code text COLLATE "C" NOT NULL,
    address jsonb,
    default_location_id uuid,
    default_wallet_id uuid,
    archived boolean NOT NULL DEFAULT false,
    version integer NOT NULL DEFAULT 1,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    created_by_kind text COLLATE "C",
    created_by_id uuid,
    PRIMARY KEY (company_id, id),
    UNIQUE (company_id, code),
    FOREIGN KEY (company_id) REFERENCES svc.company (company_id)
);
COMMENT ON TABLE svc.business_unit IS 'Bound policy. Location and wallet belong to plugins: no foreign key.';
SELECT svc.company_table('svc.business_unit');
-- A member may be limited to business units. What has no unit belongs to the whole company and stays in reach.
SELECT svc.business_unit_table('svc.business_unit', unit => 'id');

-- Document numbers: one row per kind, business unit (the zero uuid when the kind is not numbered per unit) and year.
CREATE TABLE svc.number_series (
    company_id uuid NOT NULL,
    kind text COLLATE "C" NOT NULL,
    business_unit_id uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000',
    year integer NOT NULL,
    last bigint NOT NULL DEFAULT 0,
    -- The last number that was set by hand; a series is unused while it equals the last number given.
    preset bigint NOT NULL DEFAULT 0,
    PRIMARY KEY (company_id, kind, business_unit_id, year)
) WITH (fillfactor = 50);
COMMENT ON TABLE svc.number_series IS 'Last number given. Bound policy.';
SELECT svc.company_table('svc.number_series');

-- Only the patterns that a company has changed; the defaults are in the plugins' declarations.
CREATE TABLE svc.number_pattern (
    company_id uuid NOT NULL,
    kind text COLLATE "C" NOT NULL,
    pattern text COLLATE "C" NOT NULL,
    per_business_unit boolean NOT NULL DEFAULT false,
    updated_at timestamptz NOT NULL,
    PRIMARY KEY (company_id, kind)
);
COMMENT ON TABLE svc.number_pattern IS 'Numbering patterns a company has set. Bound policy.';
SELECT svc.company_table('svc.number_pattern');
