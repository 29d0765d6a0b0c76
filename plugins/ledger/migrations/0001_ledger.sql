-- svc: phase=expand
-- The books: balanced entries by account role, in minor units of the company's currency.
--
-- Entries are only added. Entry and line have a policy to read and one to insert and none for anything else, so an
-- UPDATE or DELETE finds no row, whoever runs it.

-- Last number given, per fiscal year. Its row is locked by the last statement of a transaction but the event
-- clock's, which takes the number and writes the entry at once: numbers have no gap and follow the commits.
CREATE TABLE ledger.entry_number (
    company_id uuid NOT NULL,
    fiscal_year integer NOT NULL,
    last bigint NOT NULL,
    CONSTRAINT ledger_entry_number_pkey PRIMARY KEY (company_id, fiscal_year)
) WITH (fillfactor = 50);
COMMENT ON TABLE ledger.entry_number IS 'Gapless numbers of entries. Bound policy.';

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
    -- What lines refer to: see ledger.line.
    CONSTRAINT ledger_entry_lines_key UNIQUE (company_id, id, line_count),
    CONSTRAINT ledger_entry_lines_check CHECK (line_count >= 2)
);
COMMENT ON TABLE ledger.entry IS
    'Entries of the books. Bound policies. Business unit and document belong to others: no foreign key.';
-- Bounds of a period; balances at a date.
CREATE INDEX ledger_entry_date_idx ON ledger.entry (company_id, date, fiscal_year, number);
-- The entries of a document.
CREATE INDEX ledger_entry_document_idx ON ledger.entry (company_id, document_id);

-- A line carries the number of lines of its entry and has a place among them. Since the deferred check wants every
-- place taken when the entry is committed, no line can be added to an entry later.
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
    CONSTRAINT ledger_line_pkey PRIMARY KEY (company_id, entry_id, line_number),
    CONSTRAINT ledger_line_entry_fkey FOREIGN KEY (company_id, entry_id, line_count)
        REFERENCES ledger.entry (company_id, id, line_count),
    CONSTRAINT ledger_line_place_check CHECK (line_number BETWEEN 1 AND line_count),
    CONSTRAINT ledger_line_side_check CHECK ((debit <> 0) <> (credit <> 0)),
    CONSTRAINT ledger_line_foreign_check CHECK ((foreign_amount IS NULL) = (foreign_currency IS NULL))
);
COMMENT ON TABLE ledger.line IS 'Lines of entries. Bound policies. Partner and wallet belong to others: no foreign key.';
-- Sub-ledger of a partner.
CREATE INDEX ledger_line_partner_idx ON ledger.line (company_id, partner_id, role) WHERE partner_id IS NOT NULL;
-- Balance of a role.
CREATE INDEX ledger_line_role_idx ON ledger.line (company_id, role);

ALTER TABLE ledger.entry_number ENABLE ROW LEVEL SECURITY;
ALTER TABLE ledger.entry_number FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON ledger.entry_number
    USING (company_id = (SELECT current_setting('svc.company')::uuid))
    WITH CHECK (company_id = (SELECT current_setting('svc.company')::uuid));

ALTER TABLE ledger.entry ENABLE ROW LEVEL SECURITY;
ALTER TABLE ledger.entry FORCE ROW LEVEL SECURITY;
CREATE POLICY company_read ON ledger.entry FOR SELECT
    USING (company_id = (SELECT current_setting('svc.company')::uuid));
CREATE POLICY company_insert ON ledger.entry FOR INSERT
    WITH CHECK (company_id = (SELECT current_setting('svc.company')::uuid));

ALTER TABLE ledger.line ENABLE ROW LEVEL SECURITY;
ALTER TABLE ledger.line FORCE ROW LEVEL SECURITY;
CREATE POLICY company_read ON ledger.line FOR SELECT
    USING (company_id = (SELECT current_setting('svc.company')::uuid));
CREATE POLICY company_insert ON ledger.line FOR INSERT
    WITH CHECK (company_id = (SELECT current_setting('svc.company')::uuid));

-- Runs once per entry, at the commit, when the transaction is still bound to its company.
CREATE FUNCTION ledger.check_entry() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog AS $$
DECLARE
    lines bigint;
    difference numeric;
BEGIN
    SELECT count(*), coalesce(sum(debit), 0) - coalesce(sum(credit), 0) INTO lines, difference
    FROM ledger.line WHERE company_id = NEW.company_id AND entry_id = NEW.id;
    IF lines <> NEW.line_count OR difference <> 0 THEN
        RAISE EXCEPTION 'entry % has % of % lines and a difference of %', NEW.id, lines, NEW.line_count, difference
            USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_entry_balanced';
    END IF;
    RETURN NULL;
END
$$;
CREATE CONSTRAINT TRIGGER ledger_entry_balanced AFTER INSERT ON ledger.entry
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger.check_entry();

-- Published to reports of other modules: one row per line, with the facts of its entry.
CREATE VIEW ledger.v1_entries WITH (security_invoker = true) AS
    SELECT e.company_id, e.id AS entry_id, e.fiscal_year, e.number, e.journal, e.date, e.label AS entry_label,
           e.document_kind, e.document_id, e.document_number, e.document_date, e.business_unit_id, e.created_at,
           l.line_number, l.role, l.debit, l.credit, l.partner_id, l.tax_category, l.tax_rate, l.wallet_id,
           l.foreign_amount, l.foreign_currency, l.exchange_rate, coalesce(l.label, e.label) AS label
    FROM ledger.entry e
    JOIN ledger.line l ON l.company_id = e.company_id AND l.entry_id = e.id;
COMMENT ON VIEW ledger.v1_entries IS 'Published: the lines of the books with their entries.';

-- Published: balances per role, and per partner where lines have one. Positive is a debit balance.
CREATE VIEW ledger.v1_balances WITH (security_invoker = true) AS
    SELECT company_id, role, partner_id, sum(debit) AS debit, sum(credit) AS credit, sum(debit) - sum(credit) AS balance
    FROM ledger.line
    GROUP BY company_id, role, partner_id;
COMMENT ON VIEW ledger.v1_balances IS 'Published: balance of each role, partner by partner.';
