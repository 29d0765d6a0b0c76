-- svc: phase=expand
-- Serves GET …/notes (note_newest) and the uniqueness of titles (note_title_key).
CREATE TABLE notes.note (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    title text NOT NULL,
    body text,
    created_at timestamptz NOT NULL,
    PRIMARY KEY (company_id, id),
    CONSTRAINT note_title_key UNIQUE (company_id, title)
);
CREATE INDEX note_newest ON notes.note (company_id, created_at DESC, id DESC);

SELECT svc.company_table('notes.note');
