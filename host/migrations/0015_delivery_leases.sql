-- svc: phase=expand
-- Who holds the lease of a delivery: a host may hold many of one webhook when no other host holds any.
ALTER TABLE svc.webhook_due ADD COLUMN leased_by text COLLATE "C";
