-- svc: phase=expand
-- Sales that are made again and again.
CREATE TABLE sales.recurring (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    state text COLLATE "C" NOT NULL,
    -- Body of a creation, in major units.
    template jsonb NOT NULL,
    partner_id uuid,
    every text COLLATE "C" NOT NULL,
    every_interval integer NOT NULL,
    day_of_month integer NOT NULL,
    starts_on date NOT NULL,
    ends_on date,
    max_count integer,
    send boolean NOT NULL,
    next_on date,
    last_on date,
    last_sale_id uuid,
    count integer NOT NULL,
    -- Why the sale that is due could not be made; null while there is nothing wrong.
    last_error_at timestamptz,
    last_error text COLLATE "C",
    version integer NOT NULL,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    created_by_kind text COLLATE "C",
    created_by_id uuid,
    CONSTRAINT recurring_pkey PRIMARY KEY (company_id, id),
    CONSTRAINT recurring_state_check CHECK (state IN ('active', 'paused', 'ended')),
    CONSTRAINT recurring_every_check CHECK (every IN ('day', 'week', 'month', 'year') AND every_interval > 0),
    CONSTRAINT recurring_next_check CHECK ((state = 'ended') = (next_on IS NULL)),
    CONSTRAINT recurring_error_check CHECK ((last_error IS NULL) = (last_error_at IS NULL))
);
COMMENT ON TABLE sales.recurring IS 'Recurring sales. Bound policy.';
SELECT svc.company_table('sales.recurring');

-- The list, newest first, and its filters state and partnerId.
CREATE INDEX recurring_created_index ON sales.recurring (company_id, created_at DESC, id DESC);
CREATE INDEX recurring_state_index ON sales.recurring (company_id, state, created_at DESC, id DESC);
CREATE INDEX recurring_partner_index ON sales.recurring (company_id, partner_id, created_at DESC, id DESC)
    WHERE partner_id IS NOT NULL;
-- The pass: what is due.
CREATE INDEX recurring_due_index ON sales.recurring (company_id, next_on) WHERE state = 'active';
