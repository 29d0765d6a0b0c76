-- svc: phase=expand
-- svc: replaces=1:def87743571d7518a95e7e5a5e596d04d0ce97c8b32f730582723daf55b494e9
-- svc: replaces=3:50561e78f4027b9ac614bbe8110e23fd42f93a5feffc145d018d6bd3db79de41
-- The books: balanced entries by account role, in minor units of the company's currency.
--
-- Entries and lines are only added. What is true of them is checked once a statement that adds some (triggers below): an
-- entry has all its lines from the statement on that adds it, and they balance.

-- Last number given, per fiscal year. Its row is locked by the last statement of a transaction but the event
-- clock's, which takes the number and writes the entry at once: numbers have no gap and follow the commits.
CREATE TABLE ledger.entry_number (
    company_id uuid NOT NULL,
    fiscal_year integer NOT NULL,
    last bigint NOT NULL,
    CONSTRAINT ledger_entry_number_pkey PRIMARY KEY (company_id, fiscal_year)
) WITH (fillfactor = 50);
COMMENT ON TABLE ledger.entry_number IS 'Gapless numbers of entries.';
SELECT svc.company_table('ledger.entry_number');

CREATE TABLE ledger.entry (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    fiscal_year integer NOT NULL,
    number bigint NOT NULL,
    line_count integer NOT NULL,
    journal text COLLATE "C" NOT NULL,
    date date NOT NULL,
    label text NOT NULL,
    document_kind text COLLATE "C" NOT NULL,
    document_id text COLLATE "C" NOT NULL,
    document_number text COLLATE "C",
    document_date date NOT NULL,
    business_unit_id uuid,
    created_at timestamptz NOT NULL,
    created_by_kind text COLLATE "C",
    created_by_id uuid,
    CONSTRAINT ledger_entry_pkey PRIMARY KEY (company_id, id),
    -- The order of the books, and of their exports.
    CONSTRAINT ledger_entry_number_key UNIQUE (company_id, fiscal_year, number),
    CONSTRAINT ledger_entry_lines_check CHECK (line_count >= 2)
);
COMMENT ON TABLE ledger.entry IS 'Entries of the books. Business unit and document belong to others: no foreign key.';
SELECT svc.company_table('ledger.entry', append_only => true);
-- Bounds of a period; balances at a date.
CREATE INDEX ledger_entry_date_idx ON ledger.entry (company_id, date, fiscal_year, number);
-- The entries of a document.
CREATE INDEX ledger_entry_document_idx ON ledger.entry (company_id, document_id);

-- A line carries the number of lines of its entry and has a place among them. Since a statement adds all places of an entry
-- or none, no line can be added to an entry later: its place is taken.
CREATE TABLE ledger.line (
    company_id uuid NOT NULL,
    entry_id uuid NOT NULL,
    line_number integer NOT NULL,
    line_count integer NOT NULL,
    role text COLLATE "C" NOT NULL,
    debit bigint NOT NULL,
    credit bigint NOT NULL,
    partner_id uuid,
    tax_category text COLLATE "C",
    tax_rate numeric(9,4),
    wallet_id uuid,
    foreign_amount bigint,
    foreign_currency text COLLATE "C",
    exchange_rate numeric(24,10),
    label text,
    -- Account by chart where the line has one of its own, as that of a category of movements; else its role gives it.
    accounts json,
    -- The document that a line of a customer or supplier belongs to, where it is not that of its entry: a credit note or
    -- a voided payment names the invoice. Lines of one open item are lettered when they balance.
    open_item text COLLATE "C",
    open_item_number text COLLATE "C",
    CONSTRAINT ledger_line_pkey PRIMARY KEY (company_id, entry_id, line_number),
    CONSTRAINT ledger_line_place_check CHECK (line_number BETWEEN 1 AND line_count),
    CONSTRAINT ledger_line_side_check CHECK ((debit <> 0) <> (credit <> 0)),
    CONSTRAINT ledger_line_foreign_check CHECK ((foreign_amount IS NULL) = (foreign_currency IS NULL))
);
COMMENT ON TABLE ledger.line IS
    'Lines of entries. No foreign key: the statement that adds an entry adds its lines; partner and wallet belong to others.';
SELECT svc.company_table('ledger.line', append_only => true);
-- Sub-ledger of a partner.
CREATE INDEX ledger_line_partner_idx ON ledger.line (company_id, partner_id, role) WHERE partner_id IS NOT NULL;
-- Balance of a role. Begins with the role: before the first figures of a table, a plan takes any index that begins with the
-- company, and the check of each new entry would read every line of the company through this one.
CREATE INDEX ledger_line_role_idx ON ledger.line (role, company_id);
-- The lines of an open item, found by it.
CREATE INDEX ledger_line_open_item_idx ON ledger.line (company_id, open_item) WHERE open_item IS NOT NULL;

-- The lock date of a company, as the books know it.
CREATE TABLE ledger.period_lock (
    company_id uuid NOT NULL,
    until date,
    CONSTRAINT ledger_period_lock_pkey PRIMARY KEY (company_id)
);
COMMENT ON TABLE ledger.period_lock IS 'Last day of the books that is locked.';
SELECT svc.company_table('ledger.period_lock');

-- The lines that a statement adds are all lines of their entries, and balance.
CREATE FUNCTION ledger.check_lines() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog AS $$
DECLARE
    wrong record;
BEGIN
    SELECT entry_id, count(*) AS lines, max(line_count) AS wanted, sum(debit) - sum(credit) AS difference INTO wrong
    FROM added GROUP BY company_id, entry_id
    HAVING count(*) <> min(line_count) OR count(*) <> max(line_count) OR sum(debit) <> sum(credit) LIMIT 1;
    IF FOUND THEN
        RAISE EXCEPTION 'entry % has % of % lines and a difference of %', wrong.entry_id, wrong.lines, wrong.wanted,
                        wrong.difference
            USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_entry_balanced';
    END IF;
    RETURN NULL;
END
$$;
CREATE TRIGGER ledger_lines_balanced AFTER INSERT ON ledger.line REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION ledger.check_lines();

-- The entries that a statement adds have lines: one has the last place, so all have theirs. And they are dated behind the
-- lock date: postings share a lock that ledger.lock_period takes alone, so either an entry is committed before the lock date
-- is, or it is looked at with that date in sight (each statement here sees what is committed before it). The line is asked by
-- its key in a subquery: as a join the planner may read all lines of the company for two entries.
CREATE FUNCTION ledger.check_entries() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog AS $$
DECLARE
    wrong record;
BEGIN
    SELECT e.id INTO wrong FROM added e WHERE (
        SELECT l.line_count FROM ledger.line l
        WHERE l.company_id = e.company_id AND l.entry_id = e.id AND l.line_number = e.line_count
    ) IS DISTINCT FROM e.line_count LIMIT 1;
    IF FOUND THEN
        RAISE EXCEPTION 'entry % has not its lines', wrong.id
            USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_entry_balanced';
    END IF;
    PERFORM pg_advisory_xact_lock_shared(hashtextextended('ledger.period_lock ' || c.company_id::text, 0))
    FROM (SELECT DISTINCT company_id FROM added) c;
    SELECT e.id, e.date, p.until INTO wrong FROM added e JOIN ledger.period_lock p ON p.company_id = e.company_id
    WHERE e.date <= p.until LIMIT 1;
    IF FOUND THEN
        RAISE EXCEPTION 'entry % is dated %, in a locked period', wrong.id, wrong.date
            USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_entry_open_period', DETAIL = wrong.until::text;
    END IF;
    RETURN NULL;
END
$$;
CREATE TRIGGER ledger_entries_whole AFTER INSERT ON ledger.entry REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION ledger.check_entries();

-- Names of partners from a date on. A name at a date is the last one before: postings into a locked period being
-- refused, what was said of it stays, and an export of a locked year does not follow later changes.
CREATE TABLE ledger.partner_name (
    company_id uuid NOT NULL,
    partner_id uuid NOT NULL,
    since date NOT NULL,
    name text NOT NULL,
    CONSTRAINT ledger_partner_name_pkey PRIMARY KEY (company_id, partner_id, since)
);
COMMENT ON TABLE ledger.partner_name IS 'Names of partners in the books.';
SELECT svc.company_table('ledger.partner_name');

-- Personal accounts: customers and suppliers are counted one by one as they come into the books.
CREATE TABLE ledger.partner_account_number (
    company_id uuid NOT NULL,
    side text COLLATE "C" NOT NULL,
    last bigint NOT NULL,
    CONSTRAINT ledger_partner_account_number_pkey PRIMARY KEY (company_id, side)
) WITH (fillfactor = 50);
COMMENT ON TABLE ledger.partner_account_number IS 'Last place given in partner_account.';
SELECT svc.company_table('ledger.partner_account_number');
CREATE TABLE ledger.partner_account (
    company_id uuid NOT NULL,
    side text COLLATE "C" NOT NULL,
    partner_id uuid NOT NULL,
    ordinal bigint NOT NULL,
    CONSTRAINT ledger_partner_account_pkey PRIMARY KEY (company_id, side, partner_id),
    CONSTRAINT ledger_partner_account_ordinal_key UNIQUE (company_id, side, ordinal),
    CONSTRAINT ledger_partner_account_side_check CHECK (side IN ('customer', 'supplier'))
);
COMMENT ON TABLE ledger.partner_account IS 'Place of each customer and supplier among the personal accounts.';
SELECT svc.company_table('ledger.partner_account');

-- Signed digests of the sealed journal: who changes an entry and all that follows from it cannot sign anew.
CREATE TABLE ledger.checkpoint (
    company_id uuid NOT NULL,
    fiscal_year integer NOT NULL,
    number bigint NOT NULL,
    digest text COLLATE "C" NOT NULL,
    signed_at text COLLATE "C" NOT NULL,
    public_key text COLLATE "C" NOT NULL,
    signature text COLLATE "C" NOT NULL,
    CONSTRAINT ledger_checkpoint_pkey PRIMARY KEY (company_id, fiscal_year, number)
);
COMMENT ON TABLE ledger.checkpoint IS 'Digest of the journal up to an entry, signed by the service. Written once.';
COMMENT ON COLUMN ledger.checkpoint.signed_at IS 'As it was signed: ISO 8601, UTC.';
SELECT svc.company_table('ledger.checkpoint', append_only => true);
