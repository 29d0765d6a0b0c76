-- svc: phase=expand
-- Openings of the drawer and reprints are recorded as often as they happen.

DROP INDEX compliance.journal_entry_document_key;
-- A document has one record of a kind; which documents have none.
CREATE UNIQUE INDEX journal_entry_document_key ON compliance.journal_entry (company_id, kind, document)
    WHERE kind NOT IN ('settings', 'drawer_opening', 'reprint', 'credit_note_reprint');
