-- svc: phase=expand
-- What was sent to an authority and what it answered, try by try. A try without an end is one whose answer is not known.

CREATE TABLE compliance.attempt (
    company_id uuid NOT NULL,
    submission_id uuid NOT NULL,
    number integer NOT NULL,
    began_at timestamptz NOT NULL,
    ended_at timestamptz,
    outcome text COLLATE "C",
    request bytea,
    answer bytea,
    CONSTRAINT attempt_pkey PRIMARY KEY (company_id, submission_id, number),
    CONSTRAINT attempt_submission_fkey FOREIGN KEY (company_id, submission_id)
        REFERENCES compliance.submission (company_id, id)
);
COMMENT ON TABLE compliance.attempt IS 'Tries to send a submission. Bound policy.';
SELECT svc.company_table('compliance.attempt');
