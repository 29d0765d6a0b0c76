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

ALTER TABLE notes.note ENABLE ROW LEVEL SECURITY;
ALTER TABLE notes.note FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON notes.note
    USING (company_id = (SELECT current_setting('svc.company')::uuid))
    WITH CHECK (company_id = (SELECT current_setting('svc.company')::uuid));
