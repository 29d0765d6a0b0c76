-- svc: phase=expand
-- The same line as other files tell it. A bank may first tell an entry as one sum and later its parts, or give the parts
-- references of their own: the line of the file that came first stays, and the others are recognized by these identities.
CREATE TABLE bank.line_alias (
    company_id uuid NOT NULL,
    wallet_id uuid NOT NULL,
    -- As in bank.line, and unique together with those of the lines.
    identity bytea NOT NULL,
    occurrence integer NOT NULL,
    -- Of a line that was told as several: the first of them.
    line_id uuid NOT NULL,
    -- Of the file that tells the line in this way: files of one format tell one line in one way.
    format text COLLATE "C" NOT NULL,
    CONSTRAINT line_alias_pkey PRIMARY KEY (company_id, wallet_id, identity, occurrence),
    CONSTRAINT line_alias_line_fkey FOREIGN KEY (company_id, line_id) REFERENCES bank.line (company_id, id)
);
COMMENT ON TABLE bank.line_alias IS 'Further identities of bank lines, by which other files with the same lines are recognized.';
-- Is a line told by files of this format already?
CREATE INDEX line_alias_line ON bank.line_alias (company_id, line_id);
SELECT svc.company_table('bank.line_alias');
