-- svc: phase=expand
-- svc: replaces=1:4f880cab96294e8d34ce505395fbbc39cee12331d27ad40861703e1b2cfcfaf2
-- svc: replaces=2:ae723581c47223a80e7910f0eeff5a4518212a315febde0c359761b86334a2d3
-- svc: replaces=4:53653e8c38759d37a255b1273e422b6da080666cd357c670e981d6cdd7559e90
-- svc: replaces=5:3da3f5f73601ff6ea7de2f4dbb5f5c466094104ee658efe35b862801950470c2
-- Statements of banks, their lines, and what the lines were matched with.

CREATE TABLE bank.statement (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    wallet_id uuid NOT NULL,
    format text COLLATE "C" NOT NULL
        CONSTRAINT statement_format_check CHECK (format IN ('camt.053', 'mt940', 'csv', 'feed')),
    file_name text,
    account text,
    currency text COLLATE "C" NOT NULL,
    first_date date,
    last_date date,
    opening bigint,
    closing bigint,
    imported bigint NOT NULL,
    duplicates bigint NOT NULL,
    warnings json NOT NULL DEFAULT '[]',
    parts json NOT NULL DEFAULT '[]',
    skipped_accounts json NOT NULL DEFAULT '[]',
    version integer NOT NULL DEFAULT 1,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    created_by_kind text COLLATE "C",
    created_by_id uuid,
    CONSTRAINT statement_pkey PRIMARY KEY (company_id, id)
);
COMMENT ON TABLE bank.statement IS 'Files of bank statements that were imported. Wallets belong to another module.';
-- The list of a wallet, newest first.
CREATE INDEX statement_wallet ON bank.statement (company_id, wallet_id, id);
SELECT svc.company_table('bank.statement');

-- The statement has no foreign key: statements and their lines are written by one transaction and never deleted, and the check
-- of each line of a large file costs a twentieth of its import and proves nothing. `verify` counts the lines of each statement.
CREATE TABLE bank.line (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    wallet_id uuid NOT NULL,
    statement_id uuid,
    -- What makes a line the same line in another file: what the file says, and which of its equals it is.
    identity bytea NOT NULL,
    occurrence integer NOT NULL,
    status text COLLATE "C" NOT NULL DEFAULT 'unmatched'
        CONSTRAINT line_status_check CHECK (status IN ('unmatched', 'matched', 'recorded', 'ignored')),
    amount bigint NOT NULL,
    currency text COLLATE "C" NOT NULL,
    booked_at date NOT NULL,
    value_date date,
    label text NOT NULL,
    counterparty_name text,
    counterparty_iban text,
    reference text,
    end_to_end_id text,
    bank_reference text,
    creditor_reference text,
    -- All references but that of the bank, each once: of the creditor, of the customer, of the payer.
    reference_list json NOT NULL DEFAULT '[]',
    details json NOT NULL DEFAULT '{}',
    source text COLLATE "C" NOT NULL CONSTRAINT line_source_check CHECK (source IN ('file', 'feed')),
    transaction_id text COLLATE "C",
    ignored_reason text,
    write_off bigint NOT NULL DEFAULT 0,
    removed_at timestamptz,
    version integer NOT NULL DEFAULT 1,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    created_by_kind text COLLATE "C",
    created_by_id uuid,
    CONSTRAINT line_pkey PRIMARY KEY (company_id, id),
    -- Two imports of one file at the same time add it once.
    CONSTRAINT line_identity_key UNIQUE (company_id, wallet_id, identity, occurrence)
);
COMMENT ON TABLE bank.line IS 'Lines of bank accounts. Amounts are signed minor units: money in is positive.';
COMMENT ON COLUMN bank.line.removed_at IS
    'The bank has taken the line back. One that waited is ignored then; one that was matched or recorded stays for a person.';
-- The list, newest first; filters `from`, `to`. Lines of a range of amounts that many lines have are met on the way
-- through the list, in its order, without reading the others.
CREATE INDEX line_date_amount ON bank.line (company_id, booked_at, id) INCLUDE (amount);
-- Filter `walletId`.
CREATE INDEX line_wallet_date_amount ON bank.line (company_id, wallet_id, booked_at, id) INCLUDE (amount);
-- Filter `status`, alone and with `walletId`: what waits is a small part.
CREATE INDEX line_status_date_amount ON bank.line (company_id, status, booked_at, id) INCLUDE (amount);
-- Both: a wallet in which little waits is not looked for among all that does.
CREATE INDEX line_wallet_status_date_amount ON bank.line (company_id, wallet_id, status, booked_at, id) INCLUDE (amount);
-- Filters `minAmount`, `maxAmount`: the lines of a rare range are filtered and put in order here, from the index alone.
CREATE INDEX line_amount_date ON bank.line (company_id, amount, booked_at, id) INCLUDE (wallet_id, status);
-- Who paid from this account before.
CREATE INDEX line_iban ON bank.line (company_id, counterparty_iban) WHERE status = 'matched';
-- The line that a movement was recorded for.
CREATE INDEX line_transaction ON bank.line (company_id, transaction_id) WHERE transaction_id IS NOT NULL;
-- Feeds tell by the reference of the bank which lines it has taken back.
CREATE INDEX line_feed_reference ON bank.line (company_id, wallet_id, bank_reference) WHERE source = 'feed';
SELECT svc.company_table('bank.line');

CREATE TABLE bank.match (
    company_id uuid NOT NULL,
    line_id uuid NOT NULL,
    ordinal integer NOT NULL,
    kind text COLLATE "C" NOT NULL
        CONSTRAINT match_kind_check CHECK (kind IN ('sale', 'purchase', 'payment', 'transaction', 'transfer', 'write_off')),
    document_id text COLLATE "C" NOT NULL,
    number text,
    partner_id text COLLATE "C",
    partner_name text,
    date date,
    -- Signed as the line.
    amount bigint NOT NULL,
    -- The payment that the match made, or the movement that it made or linked.
    payment_id text COLLATE "C",
    transaction_id text COLLATE "C",
    made boolean NOT NULL,
    CONSTRAINT match_pkey PRIMARY KEY (company_id, line_id, ordinal),
    CONSTRAINT match_line_fkey FOREIGN KEY (company_id, line_id) REFERENCES bank.line (company_id, id)
);
COMMENT ON TABLE bank.match IS 'What bank lines are matched with; gone when a line is reopened.';
-- A movement that exists is on one bank line only.
CREATE UNIQUE INDEX match_linked_key ON bank.match (company_id, transaction_id) WHERE NOT made;
-- The line of the other wallet that is matched with the transfer that a match made.
CREATE INDEX match_transfer ON bank.match (company_id, document_id) WHERE kind = 'transfer';
-- The line of a movement that is voided and that its match made.
CREATE INDEX match_made ON bank.match (company_id, transaction_id) WHERE made;
SELECT svc.company_table('bank.match');

-- Published: columns are added, never removed.
CREATE VIEW bank.v1_lines WITH (security_invoker = true) AS
    SELECT company_id, id, wallet_id, statement_id, status, amount, currency, booked_at, value_date, label,
           counterparty_name, counterparty_iban, reference, source, created_at
      FROM bank.line;
COMMENT ON VIEW bank.v1_lines IS 'Published: the lines of bank accounts.';
