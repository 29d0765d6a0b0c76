-- svc: phase=expand
-- Who sold to whom, and under which article numbers, as it was when the document was issued.

-- The record of a company or of a partner as documents name it, once per wording: many sales share one row.
CREATE TABLE sales.party (
    company_id uuid NOT NULL,
    seal uuid NOT NULL,     -- the first half of the SHA-256 of the record
    record text NOT NULL,   -- JSON
    CONSTRAINT party_pkey PRIMARY KEY (company_id, seal)
);
COMMENT ON TABLE sales.party IS 'Sellers and buyers as documents named them. Bound policy; rows are added and read, never changed.';
ALTER TABLE sales.party ENABLE ROW LEVEL SECURITY;
ALTER TABLE sales.party FORCE ROW LEVEL SECURITY;
CREATE POLICY company_read ON sales.party FOR SELECT
    USING (company_id = (SELECT current_setting('svc.company')::uuid));
CREATE POLICY company_add ON sales.party FOR INSERT
    WITH CHECK (company_id = (SELECT current_setting('svc.company')::uuid));

-- Null on documents that were issued before.
ALTER TABLE sales.sale ADD COLUMN seller_seal uuid, ADD COLUMN buyer_seal uuid;
ALTER TABLE sales.credit_note ADD COLUMN seller_seal uuid;
ALTER TABLE sales.line ADD COLUMN sku text, ADD COLUMN barcode text COLLATE "C";

-- An invoice in place of one that was taken back, and an invoice for a payment in advance.
ALTER TABLE sales.sale ADD COLUMN corrects_id uuid, ADD COLUMN prepayment boolean NOT NULL DEFAULT false,
    ADD CONSTRAINT sale_corrects_fkey FOREIGN KEY (company_id, corrects_id) REFERENCES sales.sale (company_id, id)
        NOT VALID; -- there is nothing to look through yet
