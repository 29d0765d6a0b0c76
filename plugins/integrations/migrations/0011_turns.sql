-- svc: phase=expand
-- Keys are kept by the connector while a provider is called, and the account here afterwards: one at a time, so that both are of the same request.
CREATE TABLE integrations.turn (
    company_id uuid NOT NULL,
    provider text COLLATE "C" NOT NULL,
    holder uuid NOT NULL,
    -- If the host ends meanwhile, others go on after this instant.
    until timestamptz NOT NULL,
    CONSTRAINT turn_pkey PRIMARY KEY (company_id, provider)
);
COMMENT ON TABLE integrations.turn IS 'Requests that connect or disconnect a provider at this moment. Bound policy.';
SELECT svc.company_table('integrations.turn');
