-- svc: phase=expand
-- The sales that no digest has told of yet, and those that one has.
CREATE TABLE digest.sale (
    company_id uuid NOT NULL,
    sale_id text NOT NULL,
    digest_id uuid,
    PRIMARY KEY (company_id, sale_id)
);
CREATE INDEX sale_open ON digest.sale (company_id) WHERE digest_id IS NULL;

SELECT svc.company_table('digest.sale');
