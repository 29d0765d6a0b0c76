-- svc: phase=expand
-- svc: replaces=1:eabd556699a599e142e54eac1722bca914af4126d0a7027755c3e35d375dd6f3
-- svc: replaces=2:1ad84ae3557183ef0bf55f06593ee45d9111f80649335171a63552af22ae3f8d
-- svc: replaces=3:3b345d6ee13fa4c36a3008e95af364d66341b9a63f47123d7e05a7768cb80636
-- svc: replaces=4:89fed5dd98079f73bc0b2f886048d506b7a42632b08f00d5f6cefd1c333c1280
-- svc: replaces=5:27a6ffafd993f189662ebc837f79b5259372dcb8b37a235714df80d57efa61ba
-- Customers and suppliers, what they owe and are owed.

CREATE TABLE partners.partner (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    name text NOT NULL,
    sort_name text COLLATE "C" NOT NULL,
    kind text COLLATE "C" NOT NULL CONSTRAINT partner_kind_check CHECK (kind IN ('customer', 'supplier', 'both')),
    company boolean NOT NULL,
    email text,
    phone text,
    country text COLLATE "C",
    vat_number text COLLATE "C",
    registration_number text COLLATE "C",
    peppol_id text COLLATE "C",
    address json,
    delivery_address json,
    contacts json NOT NULL DEFAULT '[]',
    payment_terms_days integer,
    credit_limit bigint CONSTRAINT partner_credit_limit_check CHECK (credit_limit >= 0),
    currency text COLLATE "C" NOT NULL,
    language text COLLATE "C",
    price_list_id uuid,
    tax_exemption_reason text,
    buyer_reference text,
    external_id text COLLATE "C",
    tags json NOT NULL DEFAULT '[]',
    note text,
    archived boolean NOT NULL DEFAULT false,
    version integer NOT NULL DEFAULT 1,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    created_by_kind text COLLATE "C",
    created_by_id uuid,
    CONSTRAINT partner_pkey PRIMARY KEY (company_id, id)
);
COMMENT ON TABLE partners.partner IS 'Customers and suppliers of a company.';
COMMENT ON COLUMN partners.partner.sort_name IS 'The name in lower case without accents: the order of lists.';
COMMENT ON COLUMN partners.partner.credit_limit IS 'Minor units of the currency of the company.';
COMMENT ON COLUMN partners.partner.price_list_id IS 'Belongs to the catalogue: no foreign key.';
-- The list in its usual order (by name); `archived` first because lists show one of both.
CREATE INDEX partner_name ON partners.partner (company_id, archived, sort_name, id);
-- Filter `kind` in the order by name, and in the order by date: a kind that few partners have is found at once.
CREATE INDEX partner_customer_name ON partners.partner (company_id, archived, sort_name, id) WHERE kind <> 'supplier';
CREATE INDEX partner_customer_created ON partners.partner (company_id, archived, created_at, id) WHERE kind <> 'supplier';
CREATE INDEX partner_supplier_name ON partners.partner (company_id, archived, sort_name, id) WHERE kind <> 'customer';
CREATE INDEX partner_supplier_created ON partners.partner (company_id, archived, created_at, id) WHERE kind <> 'customer';
CREATE INDEX partner_both_name ON partners.partner (company_id, archived, sort_name, id) WHERE kind = 'both';
CREATE INDEX partner_both_created ON partners.partner (company_id, archived, created_at, id) WHERE kind = 'both';
-- Filters `from` and `to`, and the order by date.
CREATE INDEX partner_created ON partners.partner (company_id, created_at, id);
-- Filter `externalId`, and the rule that it is unique in the company.
CREATE UNIQUE INDEX partner_external_id_key ON partners.partner (company_id, external_id)
    WHERE external_id IS NOT NULL;
-- Filter `vatNumber`.
CREATE INDEX partner_vat_number ON partners.partner (company_id, vat_number) WHERE vat_number IS NOT NULL;
-- Whoever has sent an invoice is found by what the invoice says of them: the number of a register without the blanks, points and
-- hyphens that people write in it.
CREATE INDEX partner_plain_registration
    ON partners.partner (company_id, upper(translate(registration_number, ' .-/', '')))
    WHERE registration_number IS NOT NULL;
CREATE INDEX partner_peppol_id ON partners.partner (company_id, peppol_id) WHERE peppol_id IS NOT NULL;
SELECT svc.company_table('partners.partner');

-- Hot: changed by every sale and payment of the partner, just before the commit. Apart from the partner, so that
-- the record, its version and its indexes are left alone.
CREATE TABLE partners.balance (
    company_id uuid NOT NULL,
    partner_id uuid NOT NULL,
    receivable bigint NOT NULL DEFAULT 0,
    payable bigint NOT NULL DEFAULT 0,
    CONSTRAINT partner_balance_pkey PRIMARY KEY (company_id, partner_id),
    CONSTRAINT partner_balance_partner_fkey FOREIGN KEY (company_id, partner_id) REFERENCES partners.partner (company_id, id)
) WITH (fillfactor = 50);
COMMENT ON TABLE partners.balance IS
    'What a customer owes and what a supplier is owed, in minor units of the currency of the company.';
SELECT svc.company_table('partners.balance');

-- Filter `tag`: a row for each, because under row-level security only leakproof operators reach an index, and those of
-- arrays are not.
CREATE TABLE partners.tag (
    company_id uuid NOT NULL,
    tag text COLLATE "C" NOT NULL,
    partner_id uuid NOT NULL,
    CONSTRAINT partner_tag_pkey PRIMARY KEY (company_id, tag, partner_id),
    CONSTRAINT partner_tag_partner_fkey FOREIGN KEY (company_id, partner_id) REFERENCES partners.partner (company_id, id)
);
COMMENT ON TABLE partners.tag IS 'Partners by their tags.';
CREATE INDEX partner_tag_partner ON partners.tag (company_id, partner_id);
SELECT svc.company_table('partners.tag');

-- How many partners are not archived: locked by a creation, so that the ceiling of the plan holds under races
-- without counting rows.
CREATE TABLE partners.usage (
    company_id uuid NOT NULL,
    active bigint NOT NULL,
    CONSTRAINT partner_usage_pkey PRIMARY KEY (company_id)
) WITH (fillfactor = 50);
COMMENT ON TABLE partners.usage IS 'Number of partners that are not archived, one row a company.';
SELECT svc.company_table('partners.usage');

-- Numbers that a transaction brings, from before it looks for them until it ends: another that brings the same waits at the
-- key. Each row is deleted right after it was inserted, so nobody ever reads one. An advisory lock for each number would do
-- the same, but the server has no room for as many locks as a file has rows.
CREATE TABLE partners.claim (
    company_id uuid NOT NULL,
    number text COLLATE "C" NOT NULL,
    CONSTRAINT partner_claim_pkey PRIMARY KEY (company_id, number)
);
COMMENT ON TABLE partners.claim IS 'Numbers that running transactions bring. Always empty. Bound policy.';
SELECT svc.company_table('partners.claim');

-- Published: reports of other plugins may read this and nothing else of the schema.
CREATE VIEW partners.v1_partners WITH (security_invoker = true, security_barrier = true) AS
    SELECT p.company_id, p.id, p.name, p.sort_name, p.kind, p.company, p.email, p.country, p.vat_number,
           p.registration_number, p.external_id, p.currency, p.payment_terms_days, p.credit_limit, p.archived,
           p.created_at, b.receivable, b.payable
      FROM partners.partner p
      JOIN partners.balance b ON b.company_id = p.company_id AND b.partner_id = p.id;
COMMENT ON VIEW partners.v1_partners IS
    'Partners with their balances; amounts in minor units of the currency of the company.';
