-- svc: phase=expand
-- Submissions whose request may have reached the platform: only those are lost when the service stops.

CREATE TABLE ci_fne.request (
    company_id uuid NOT NULL,
    submission text COLLATE "C" NOT NULL,
    sent_at timestamptz NOT NULL,
    CONSTRAINT request_pkey PRIMARY KEY (company_id, submission)
);
COMMENT ON TABLE ci_fne.request IS 'Requests that were begun and are not known to have done nothing. Bound policy.';
SELECT svc.company_table('ci_fne.request');
