-- svc: phase=expand
-- Sales that the platform has certified, as it knows them: refunds name its items.

CREATE TABLE ci_fne.invoice (
    company_id uuid NOT NULL,
    sale text COLLATE "C" NOT NULL,
    invoice text COLLATE "C" NOT NULL,
    items jsonb NOT NULL,
    CONSTRAINT invoice_pkey PRIMARY KEY (company_id, sale)
);
COMMENT ON TABLE ci_fne.invoice IS 'Certified sales. Bound policy.';
COMMENT ON COLUMN ci_fne.invoice.invoice IS 'Identifier of the platform.';
COMMENT ON COLUMN ci_fne.invoice.items IS '[{ line, id, quantity }]';
SELECT svc.company_table('ci_fne.invoice');
