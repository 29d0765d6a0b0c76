-- svc: phase=expand
CREATE TABLE probe.thing (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    name text NOT NULL,
    PRIMARY KEY (company_id, id),
    CONSTRAINT probe_thing_name_key UNIQUE (company_id, name)
);
ALTER TABLE probe.thing ENABLE ROW LEVEL SECURITY;
ALTER TABLE probe.thing FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON probe.thing
    USING (company_id = (SELECT current_setting('svc.company')::uuid))
    WITH CHECK (company_id = (SELECT current_setting('svc.company')::uuid));

-- What ran after a request: subscribers, jobs, schedules.
CREATE TABLE probe.mark (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    text text NOT NULL,
    PRIMARY KEY (company_id, id)
);
ALTER TABLE probe.mark ENABLE ROW LEVEL SECURITY;
ALTER TABLE probe.mark FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON probe.mark
    USING (company_id = (SELECT current_setting('svc.company')::uuid))
    WITH CHECK (company_id = (SELECT current_setting('svc.company')::uuid));
