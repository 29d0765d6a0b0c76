-- svc: phase=expand
-- svc: replaces=4:7a735c940c8fbb37503362b5d7479c961f378d54875d587e4f4aa813d64e97f8
-- The event journal, what waits to be moved into it, and the history of documents. Journal and history are append-only.

-- The number after evt_, unique in the whole service.
CREATE SEQUENCE svc.event_number;

-- position is dense per company and grows in the order of commits (svc.company_clock): it is what cursors hold.
-- data keeps the exact bytes that are signed and sent, so it is text, not jsonb.
CREATE TABLE svc.event (
    company_id uuid NOT NULL,
    number bigint NOT NULL,
    position bigint NOT NULL,
    type text COLLATE "C" NOT NULL,
    object text COLLATE "C" NOT NULL,
    object_id text COLLATE "C" NOT NULL,
    created_at timestamptz NOT NULL,
    data text NOT NULL,
    request_id text COLLATE "C",
    PRIMARY KEY (company_id, position, created_at)
) PARTITION BY RANGE (created_at);
CREATE INDEX event_type ON svc.event (company_id, type, position);
CREATE INDEX event_object ON svc.event (company_id, object_id, position);
-- One event by its number. Numbers grow with time: new ones come to the end of the index.
CREATE INDEX event_by_number ON svc.event (company_id, number);
COMMENT ON TABLE svc.event IS 'Bound policy. Partitions by day, kept 90 days.';
SELECT svc.company_table('svc.event');
CREATE TABLE svc.event_default PARTITION OF svc.event DEFAULT;
SELECT svc.company_table('svc.event_default');

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

-- What was done to a document, by whom. id is a UUIDv7, so (at, id) is the order and the cursor.
CREATE TABLE svc.history (
    company_id uuid NOT NULL,
    kind text COLLATE "C" NOT NULL,
    document_id text COLLATE "C" NOT NULL,
    id uuid NOT NULL,
    at timestamptz NOT NULL,
    actor_kind text COLLATE "C",
    actor_id text COLLATE "C",
    actor_label text,
    action text COLLATE "C" NOT NULL,
    changes json NOT NULL DEFAULT '[]',
    request_id text COLLATE "C",
    PRIMARY KEY (company_id, kind, document_id, id)
);
COMMENT ON TABLE svc.history IS 'Bound policy. kind is the document kind of the route, document_id its public identifier.';
SELECT svc.company_table('svc.history');
