-- svc: phase=expand
-- When the inventory was periodic: what moved then is not in the books, whatever the setting is today.
CREATE TABLE stock.periodic_span (
    company_id uuid NOT NULL,
    since timestamptz NOT NULL,
    until timestamptz,
    CONSTRAINT stock_periodic_span_pkey PRIMARY KEY (company_id, since)
);
COMMENT ON TABLE stock.periodic_span IS 'From when until when a company had periodic inventory; until: null while it has. Bound policy.';
SELECT svc.company_table('stock.periodic_span');

CREATE VIEW stock.v1_periodic_spans WITH (security_invoker = true) AS
    SELECT company_id, since, until FROM stock.periodic_span;
COMMENT ON VIEW stock.v1_periodic_spans IS 'Published: from when until when movements were not booked one by one.';
