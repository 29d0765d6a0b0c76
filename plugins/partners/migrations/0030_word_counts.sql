-- svc: phase=expand
-- Filter q by a word that very many documents have: how many documents have a word that begins so, and what they are
-- together, by the states that the list is filtered by (of the date -infinity) and by day (of no states), for the
-- beginnings that are worth it (svc/word_counts.hpp). A row of the words with an empty term marks a document that is not
-- counted yet; such rows stand first in the key of the words. Changes of documents that are counted wait in list_change
-- until a job takes them.
CREATE TABLE partners.list_word (
    company_id uuid NOT NULL,
    list text COLLATE "C" NOT NULL,
    word text COLLATE "C" NOT NULL,
    date date NOT NULL,
    states text[] COLLATE "C" NOT NULL,
    documents bigint NOT NULL,
    sum1 bigint NOT NULL,
    sum2 bigint NOT NULL,
    sum3 bigint NOT NULL,
    sum4 bigint NOT NULL,
    sum5 bigint NOT NULL,
    CONSTRAINT partners_list_word_pkey PRIMARY KEY (company_id, list, word, date, states)
) WITH (fillfactor = 50);
COMMENT ON TABLE partners.list_word IS 'Documents by the beginnings of their words, without those marked as not counted yet. Bound policy.';
ALTER TABLE partners.list_word ENABLE ROW LEVEL SECURITY;
ALTER TABLE partners.list_word FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON partners.list_word
    USING (company_id = current_setting('svc.company')::uuid)
    WITH CHECK (company_id = current_setting('svc.company')::uuid);
CREATE TABLE partners.list_change (
    company_id uuid NOT NULL,
    list text COLLATE "C" NOT NULL,
    document_id uuid NOT NULL,
    date date NOT NULL,
    states text[] COLLATE "C" NOT NULL,
    documents bigint NOT NULL,
    sum1 bigint NOT NULL,
    sum2 bigint NOT NULL,
    sum3 bigint NOT NULL,
    sum4 bigint NOT NULL,
    sum5 bigint NOT NULL
);
CREATE INDEX partners_list_change_idx ON partners.list_change (company_id, list);
COMMENT ON TABLE partners.list_change IS 'Changes of states and sums that are not in the counts of words yet. Bound policy.';
ALTER TABLE partners.list_change ENABLE ROW LEVEL SECURITY;
ALTER TABLE partners.list_change FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON partners.list_change
    USING (company_id = current_setting('svc.company')::uuid)
    WITH CHECK (company_id = current_setting('svc.company')::uuid);
