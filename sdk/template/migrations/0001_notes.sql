-- svc: phase=expand
-- Serves GET …/notes (note_newest, with the filter topic note_topic) and the uniqueness of titles (note_title_key).
CREATE TABLE notes.note (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    title text NOT NULL,
    body text,
    topic text COLLATE "C",
    date date NOT NULL,
    created_at timestamptz NOT NULL,
    PRIMARY KEY (company_id, id),
    CONSTRAINT note_title_key UNIQUE (company_id, title)
);
CREATE INDEX note_newest ON notes.note (company_id, date DESC, id DESC);
CREATE INDEX note_topic ON notes.note (company_id, topic, date DESC, id DESC);

SELECT svc.company_table('notes.note');
