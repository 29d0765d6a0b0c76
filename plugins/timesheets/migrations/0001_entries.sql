-- svc: phase=expand
-- Time entries. Rates and amounts are minor units of the company's currency, rates with decimals.
CREATE TABLE timesheets.entry (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    external_id text COLLATE "C",
    source text,
    partner_id uuid,
    partner_name text,
    person text,
    project text,
    description text,
    date date NOT NULL,
    minutes integer NOT NULL,
    started_at timestamptz,
    ended_at timestamptz,
    hourly_rate numeric(24,8) NOT NULL,
    amount bigint NOT NULL,
    currency text COLLATE "C" NOT NULL,
    billable boolean NOT NULL,
    tags jsonb NOT NULL,
    billed boolean NOT NULL,
    sale_id uuid,
    version integer NOT NULL,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    created_by_kind text COLLATE "C",
    created_by_id uuid,
    CONSTRAINT entry_pkey PRIMARY KEY (company_id, id),
    CONSTRAINT entry_minutes_check CHECK (minutes >= 0),
    CONSTRAINT entry_billed_check CHECK (billed = (sale_id IS NOT NULL))
) WITH (fillfactor = 90);
COMMENT ON TABLE timesheets.entry IS 'Hours worked. Bound policy.';
SELECT svc.company_table('timesheets.entry');

-- Create or update by the id of the client; filter externalId.
CREATE UNIQUE INDEX entry_external_id_key ON timesheets.entry (company_id, external_id)
    WHERE external_id IS NOT NULL;
-- The list, newest first, from, to and the cursor.
CREATE INDEX entry_date_index ON timesheets.entry (company_id, date DESC, id DESC);
-- Filter partnerId.
CREATE INDEX entry_partner_index ON timesheets.entry (company_id, partner_id, date DESC, id DESC);
-- Filter billed=false, and what a bill looks for.
CREATE INDEX entry_unbilled_index ON timesheets.entry (company_id, partner_id, date DESC, id DESC) WHERE NOT billed;
CREATE INDEX entry_open_index ON timesheets.entry (company_id, date DESC, id DESC) WHERE NOT billed;
-- Filter billed=true.
CREATE INDEX entry_done_index ON timesheets.entry (company_id, date DESC, id DESC) WHERE billed;
-- The entries of a sale that is cancelled or refunded.
CREATE INDEX entry_sale_index ON timesheets.entry (company_id, sale_id) WHERE sale_id IS NOT NULL;
-- Filter project.
CREATE INDEX entry_project_index ON timesheets.entry (company_id, project, date DESC, id DESC) WHERE project IS NOT NULL;
-- Filter person.
CREATE INDEX entry_person_index ON timesheets.entry (company_id, person, date DESC, id DESC) WHERE person IS NOT NULL;

-- Published: others may read this and nothing else of the schema. Columns are added, never removed.
CREATE VIEW timesheets.v1_entries WITH (security_invoker = true) AS
SELECT company_id, id, partner_id, person, project, date, minutes, hourly_rate, amount, currency, billable, billed,
       sale_id, created_at, updated_at
FROM timesheets.entry;
COMMENT ON VIEW timesheets.v1_entries IS 'Published view of the time entries, for reports.';
