-- svc: phase=expand
CREATE TABLE probe.thing (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    name text NOT NULL,
    PRIMARY KEY (company_id, id),
    CONSTRAINT probe_thing_name_key UNIQUE (company_id, name)
);
SELECT svc.company_table('probe.thing');

-- What ran after a request: subscribers, jobs, schedules.
CREATE TABLE probe.mark (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    text text NOT NULL,
    PRIMARY KEY (company_id, id)
);
SELECT svc.company_table('probe.mark');
