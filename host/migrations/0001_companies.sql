-- svc: phase=expand
-- svc: replaces=1:1802514859459dcedf9183a07e3e73a3d0385f57f68f5713a59b174fd4549cec
-- svc: replaces=15:b1d51bb3c1cb618d2c6ac83faf7278e76b4daa4a5038df39a53701cab35c41b6
-- svc: replaces=16:ccb199814ebfaab5754900815950e0af108d0ef9bc841257ae1ea7d109385076
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
    -- The settings that plugins declare (companySettings of plugin.yaml): key -> value, as the API shows it.
    settings jsonb NOT NULL DEFAULT '{}',
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
COMMENT ON COLUMN svc.company.settings IS 'What plugins declare under companySettings; a key that is missing has its default.';
COMMENT ON COLUMN svc.company.stock_on_sale IS 'Read by the version before settings only.';
COMMENT ON COLUMN svc.company.default_hourly_rate IS 'In minor units of the currency. Read by the version before settings only.';
COMMENT ON COLUMN svc.company.quotes_require_acceptance IS 'Read by the version before settings only.';
COMMENT ON COLUMN svc.company.public_menu IS 'Read by the version before settings only.';
SELECT svc.look_up_table('svc.company');

-- The previous version of the service still reads and writes the columns: whichever of both a statement changes, the other
-- follows.
CREATE FUNCTION svc.join_company_settings() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog AS $$
DECLARE
    of_columns jsonb := jsonb_build_object(
        'stockOnSale', NEW.stock_on_sale, 'defaultHourlyRate', trim_scale(NEW.default_hourly_rate),
        'quotesRequireAcceptance', NEW.quotes_require_acceptance, 'publicMenu', NEW.public_menu);
BEGIN
    IF TG_OP = 'INSERT' THEN
        NEW.settings := of_columns || NEW.settings;
    ELSIF NEW.settings IS NOT DISTINCT FROM OLD.settings THEN
        NEW.settings := NEW.settings || of_columns;
        RETURN NEW;
    END IF;
    NEW.stock_on_sale := coalesce(NEW.settings ->> 'stockOnSale', NEW.stock_on_sale);
    NEW.default_hourly_rate := coalesce((NEW.settings ->> 'defaultHourlyRate')::numeric, NEW.default_hourly_rate);
    NEW.quotes_require_acceptance :=
        coalesce((NEW.settings ->> 'quotesRequireAcceptance')::boolean, NEW.quotes_require_acceptance);
    NEW.public_menu := coalesce((NEW.settings ->> 'publicMenu')::boolean, NEW.public_menu);
    RETURN NEW;
END
$$;
COMMENT ON FUNCTION svc.join_company_settings() IS 'Keeps the settings of a company and the columns of the previous version alike.';
CREATE TRIGGER company_settings_joined BEFORE INSERT OR UPDATE
    OF settings, stock_on_sale, default_hourly_rate, quotes_require_acceptance, public_menu
    ON svc.company FOR EACH ROW EXECUTE FUNCTION svc.join_company_settings();

-- The last row a write locks: its event positions and the head of its sealed journal, so that the order of
-- commits is the order of positions. Updated by one statement at the very end of a unit of work.
CREATE TABLE svc.company_clock (
    company_id uuid NOT NULL,
    last_event_position bigint NOT NULL DEFAULT 0,
    -- The instant of the last event of the company, null before the first: that of the next is not before it, so that createdAt
    -- gives the order of events although transactions that wait for each other began in another order.
    last_event_at timestamptz,
    -- Of svc.event_waiting: the last turn given, and how many parts wait.
    last_turn bigint NOT NULL DEFAULT 0,
    parts_waiting bigint NOT NULL DEFAULT 0,
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
