-- svc: phase=expand
-- Files of other formats tell the same lines with other references: they are looked for by day and amount.
ALTER TABLE bank.line_alias ADD COLUMN booked_at date, ADD COLUMN amount bigint;
COMMENT ON COLUMN bank.line_alias.amount IS
    'Sum of a line that was told as several, which other formats tell as one; signed minor units. Null: the line is alone.';
CREATE INDEX line_alias_amount ON bank.line_alias (company_id, amount, booked_at) WHERE amount IS NOT NULL;
ALTER TABLE bank.line ADD COLUMN possible_duplicate_of uuid;
COMMENT ON COLUMN bank.line.possible_duplicate_of IS
    'A line of the same day and amount that came in another format; nothing told whether both are one. A person decides.';
