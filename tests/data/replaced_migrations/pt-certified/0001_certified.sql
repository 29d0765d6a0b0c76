-- svc: phase=expand
-- Signed documents by series. Whoever signs locks the row of the series until the commit: a chain has no fork.

CREATE TABLE pt_certified.series (
    company_id uuid NOT NULL,
    series text COLLATE "C" NOT NULL,
    hash text COLLATE "C" NOT NULL,
    CONSTRAINT series_pkey PRIMARY KEY (company_id, series)
) WITH (fillfactor = 50);
COMMENT ON TABLE pt_certified.series IS 'The last signature of each series; empty before the first one. Bound policy.';
SELECT svc.company_table('pt_certified.series');

CREATE TABLE pt_certified.document (
    company_id uuid NOT NULL,
    id text COLLATE "C" NOT NULL,
    series text COLLATE "C" NOT NULL,
    message text NOT NULL,
    hash text COLLATE "C" NOT NULL,
    atcud text COLLATE "C" NOT NULL,
    at timestamptz NOT NULL,
    CONSTRAINT document_pkey PRIMARY KEY (company_id, id)
);
COMMENT ON TABLE pt_certified.document IS 'What was signed, by the identifier on the paper (FT INV2026/35). Bound policy; written once.';
SELECT svc.company_table('pt_certified.document', append_only => true);
