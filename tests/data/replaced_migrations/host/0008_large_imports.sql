-- svc: phase=expand
-- What keeps the import of very many records apart from everybody else's work.

-- Events of transactions that emit very many: kept here in parts until they are moved into the journal, a part at a time,
-- so that the company's clock row is never locked for long. While a company has some, those of its later writes come
-- behind them, so that the order of the journal stays that of the commits.
CREATE TABLE svc.event_waiting (
    company_id uuid NOT NULL,
    work uuid NOT NULL,
    part integer NOT NULL,
    turn bigint,
    types text[] NOT NULL,
    objects text[] NOT NULL,
    object_ids text[] NOT NULL,
    data text[] NOT NULL,
    created_at timestamptz NOT NULL,
    request_id text COLLATE "C",
    PRIMARY KEY (company_id, work, part)
);
-- The next part of each company.
CREATE INDEX event_waiting_turn ON svc.event_waiting (company_id, turn, part);
COMMENT ON TABLE svc.event_waiting IS
    'Look-up policy: the host looks for companies that have some. turn is given at the end of the transaction, in the order of the commits.';
SELECT svc.look_up_table('svc.event_waiting');

ALTER TABLE svc.company_clock
    ADD COLUMN last_turn bigint NOT NULL DEFAULT 0,
    ADD COLUMN parts_waiting bigint NOT NULL DEFAULT 0;

-- Imports of files: how far those that run have come, and how the last ones ended.
CREATE TABLE svc.import_run (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    kind text COLLATE "C" NOT NULL,
    dry_run boolean NOT NULL,
    status text COLLATE "C" NOT NULL
        CONSTRAINT import_run_status_check CHECK (status IN ('running', 'succeeded', 'failed')),
    bytes_done bigint NOT NULL,
    bytes_total bigint NOT NULL,
    rows bigint NOT NULL,
    error text,
    request_id text COLLATE "C" NOT NULL,
    created_at timestamptz NOT NULL,
    seen_at timestamptz NOT NULL,
    finished_at timestamptz,
    PRIMARY KEY (company_id, id)
);
COMMENT ON TABLE svc.import_run IS 'The last imports of a company. Bound policy.';
SELECT svc.company_table('svc.import_run');
