-- svc: phase=expand
-- Files for SdI, and what it says of them.

CREATE TABLE it_fatturapa.counter (
    company_id uuid NOT NULL,
    sequence bigint NOT NULL,
    CONSTRAINT counter_pkey PRIMARY KEY (company_id)
) WITH (fillfactor = 50);
COMMENT ON TABLE it_fatturapa.counter IS 'Number of the last file of a company: names are used once for ever. Bound policy.';
SELECT svc.company_table('it_fatturapa.counter');

CREATE TABLE it_fatturapa.file (
    company_id uuid NOT NULL,
    sequence bigint NOT NULL,
    name text COLLATE "C" NOT NULL,
    stem text COLLATE "C" NOT NULL,
    document text COLLATE "C" NOT NULL,
    submission text COLLATE "C",
    to_public boolean NOT NULL,
    xml text NOT NULL,
    channel_id text COLLATE "C",
    sdi_id text COLLATE "C",
    state text COLLATE "C" NOT NULL,
    written_at timestamptz NOT NULL,
    CONSTRAINT file_pkey PRIMARY KEY (company_id, sequence),
    CONSTRAINT file_stem_key UNIQUE (company_id, stem),
    CONSTRAINT file_state_check CHECK (state IN ('written', 'sent', 'accepted', 'rejected'))
) WITH (fillfactor = 80);
CREATE INDEX file_document_idx ON it_fatturapa.file (company_id, document, sequence DESC);
CREATE INDEX file_submission_idx ON it_fatturapa.file (company_id, submission);
CREATE INDEX file_sdi_idx ON it_fatturapa.file (company_id, sdi_id);
COMMENT ON TABLE it_fatturapa.file IS 'Each file as it is sent. Bound policy; only what becomes of it changes.';
COMMENT ON COLUMN it_fatturapa.file.stem IS 'The name without its endings.';
COMMENT ON COLUMN it_fatturapa.file.document IS 'Identifier of the sale or credit note.';
COMMENT ON COLUMN it_fatturapa.file.submission IS 'The submission that sends it, once it has begun.';
COMMENT ON COLUMN it_fatturapa.file.channel_id IS 'What the intermediary calls it.';
COMMENT ON COLUMN it_fatturapa.file.sdi_id IS 'IdentificativoSdI.';
SELECT svc.company_table('it_fatturapa.file');

CREATE TABLE it_fatturapa.message (
    company_id uuid NOT NULL,
    file_sequence bigint NOT NULL,
    kind text COLLATE "C" NOT NULL,
    message_id text COLLATE "C" NOT NULL,
    ordinal integer NOT NULL,
    sdi_id text COLLATE "C" NOT NULL,
    at text COLLATE "C" NOT NULL,
    refused_by_buyer boolean NOT NULL,
    errors text NOT NULL,
    text text NOT NULL,
    content text NOT NULL,
    received_at timestamptz NOT NULL,
    CONSTRAINT message_pkey PRIMARY KEY (company_id, file_sequence, kind, message_id)
);
COMMENT ON TABLE it_fatturapa.message IS 'Messages of SdI about a file, each once. Bound policy.';
COMMENT ON COLUMN it_fatturapa.message.ordinal IS 'In which order the messages about a file came.';
COMMENT ON COLUMN it_fatturapa.message.errors IS 'JSON: [{ code, text }].';
COMMENT ON COLUMN it_fatturapa.message.content IS 'As it came: the XML of SdI, or the JSON of the intermediary.';
SELECT svc.company_table('it_fatturapa.message');
