-- svc: phase=expand
-- Before the first figures of a table, a plan takes any index that begins with the company, and reads all that it holds of the
-- company where a key would find one row.

DROP INDEX es_verifactu.record_document_idx;
CREATE INDEX record_document_idx ON es_verifactu.record (document, company_id, annulment, sequence DESC);
