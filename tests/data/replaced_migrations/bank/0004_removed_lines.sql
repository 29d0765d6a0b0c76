-- svc: phase=expand
-- Lines that the bank has taken back after a feed had brought them.
ALTER TABLE bank.line ADD COLUMN removed_at timestamptz;
COMMENT ON COLUMN bank.line.removed_at IS
    'The bank has taken the line back. One that waited is ignored then; one that was matched or recorded stays for a person.';
-- Feeds tell by the reference of the bank which lines those are.
CREATE INDEX line_feed_reference ON bank.line (company_id, wallet_id, bank_reference) WHERE source = 'feed';
