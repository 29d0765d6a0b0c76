-- svc: phase=expand
-- What a regime wants printed on a document, and the bytes that it sealed in the transaction of the document.

CREATE TABLE compliance.mark (
    company_id uuid NOT NULL,
    kind text COLLATE "C" NOT NULL CONSTRAINT mark_kind_check CHECK (kind IN ('sale', 'credit_note')),
    document_id text COLLATE "C" NOT NULL,
    regime text COLLATE "C" NOT NULL,
    lines json NOT NULL,
    qr text,
    caption text,
    made_at timestamptz NOT NULL,
    CONSTRAINT mark_pkey PRIMARY KEY (company_id, kind, document_id, regime)
);
COMMENT ON TABLE compliance.mark IS 'Printed words and codes of regimes, by document. Bound policy.';
COMMENT ON COLUMN compliance.mark.caption IS 'What the code is for; read out where it cannot be seen.';
SELECT svc.company_table('compliance.mark');

ALTER TABLE compliance.submission ADD COLUMN payload bytea;
COMMENT ON COLUMN compliance.submission.payload IS 'What is to be sent, as the regime sealed it with the document.';
