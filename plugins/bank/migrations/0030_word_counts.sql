-- svc: phase=expand
-- Filter q by a word that very many documents have: how many documents have a word that begins so, for the beginnings
-- that are worth it (svc/word_counts.hpp). A row of the words with an empty term marks a document that is not counted
-- yet; such rows stand first in the key of the words.
CREATE TABLE bank.list_word (
    company_id uuid NOT NULL,
    list text COLLATE "C" NOT NULL,
    word text COLLATE "C" NOT NULL,
    documents bigint NOT NULL,
    CONSTRAINT bank_list_word_pkey PRIMARY KEY (company_id, list, word)
) WITH (fillfactor = 50);
COMMENT ON TABLE bank.list_word IS 'Documents by the beginnings of their words, without those marked as not counted yet. Bound policy.';
ALTER TABLE bank.list_word ENABLE ROW LEVEL SECURITY;
ALTER TABLE bank.list_word FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON bank.list_word
    USING (company_id = current_setting('svc.company')::uuid)
    WITH CHECK (company_id = current_setting('svc.company')::uuid);
