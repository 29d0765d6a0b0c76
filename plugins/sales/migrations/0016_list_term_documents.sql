-- svc: phase=expand
-- Filter q by a word that many documents have: the list is walked in its order, and each document is asked for its
-- words here. The words of a document are one entry of the index.
CREATE INDEX sale_list_term_document_idx ON sales.list_term (company_id, list, document_id);
