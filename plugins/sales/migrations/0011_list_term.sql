-- svc: phase=expand
-- Lists `sale` and `quote`.
-- Words by which documents are found: filter q, as the range of a prefix. A row each, because under row-level security
-- only leakproof operators reach an index, and those of LIKE, of trigrams and of arrays are not. No foreign key:
-- documents are never deleted, and each row would cost a look at them.
CREATE TABLE sales.list_term (
    company_id uuid NOT NULL,
    list text COLLATE "C" NOT NULL,
    term text COLLATE "C" NOT NULL,
    document_id uuid NOT NULL,
    CONSTRAINT sale_list_term_pkey PRIMARY KEY (company_id, list, term, document_id)
);
COMMENT ON TABLE sales.list_term IS 'What a document is found by: words in lower case without accents. Bound policy.';
ALTER TABLE sales.list_term ENABLE ROW LEVEL SECURITY;
ALTER TABLE sales.list_term FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON sales.list_term
    USING (company_id = (SELECT current_setting('svc.company')::uuid))
    WITH CHECK (company_id = (SELECT current_setting('svc.company')::uuid));
