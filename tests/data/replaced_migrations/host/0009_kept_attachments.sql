-- svc: phase=expand
-- Files that a module keeps as a record, such as the original of an invoice: nobody removes them.
ALTER TABLE svc.attachment ADD COLUMN kept boolean NOT NULL DEFAULT false;
