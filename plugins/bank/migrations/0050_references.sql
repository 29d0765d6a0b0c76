-- svc: phase=expand
-- The references of a bank line, each once, without that of the bank: of the creditor, of the customer, of the payer.
ALTER TABLE bank.line ADD COLUMN reference_list json NOT NULL DEFAULT '[]';
