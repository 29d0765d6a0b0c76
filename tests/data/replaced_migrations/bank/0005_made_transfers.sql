-- svc: phase=expand
-- The line of the other wallet that is matched with the transfer that a match made.
CREATE INDEX match_transfer ON bank.match (company_id, document_id) WHERE kind = 'transfer';
-- The line of a movement that is voided and that its match made.
CREATE INDEX match_made ON bank.match (company_id, transaction_id) WHERE made;
-- The movement of the fees that were recorded with the match; void when the line is reopened.
ALTER TABLE bank.payout ADD COLUMN fees_id uuid;
