-- svc: phase=expand
-- svc: replaces=1:ba9c4d98c2a3b9479cb9ae69d940493796e60acaee54d8f9e1ecf3a62f1d4ade
-- svc: replaces=2:e34857d7bbdc79a3a77f1c4920b9c13f426aa21d63b83652e76eb74630b4bb54
-- Signed documents by series. Whoever signs locks the row of the series until the commit: a chain has no fork.

CREATE TABLE pt_certified.series (
    company_id uuid NOT NULL,
    series text COLLATE "C" NOT NULL,
    hash text COLLATE "C" NOT NULL,
    -- Times do not go backwards in a chain when many sell at once.
    at timestamptz,
    CONSTRAINT series_pkey PRIMARY KEY (company_id, series)
) WITH (fillfactor = 50);
COMMENT ON TABLE pt_certified.series IS 'The last signature of each series; empty before the first one. Bound policy.';
COMMENT ON COLUMN pt_certified.series.at IS 'Of the last signature; empty before the first one that was made with it.';
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
