-- svc: phase=expand
-- Secrets of plugins, each sealed for its company, plugin and name.
CREATE TABLE svc.plugin_secret (
    company_id uuid NOT NULL,
    plugin text COLLATE "C" NOT NULL,
    name text COLLATE "C" NOT NULL,
    sealed text COLLATE "C" NOT NULL,
    updated_at timestamptz NOT NULL,
    PRIMARY KEY (company_id, plugin, name)
);
COMMENT ON TABLE svc.plugin_secret IS
    'Credentials and tokens. Look-up policy: svc-host reencrypt reads those of all companies.';
ALTER TABLE svc.plugin_secret ENABLE ROW LEVEL SECURITY;
ALTER TABLE svc.plugin_secret FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON svc.plugin_secret
    USING ((SELECT coalesce(current_setting('svc.company', true), '') = '')
           OR company_id = (SELECT nullif(current_setting('svc.company', true), '')::uuid));
