-- svc: phase=expand
-- The policies ask for the company without a sub-select: the setting is stable, so a look-up by key still reads it once,
-- and a statement that writes has a node less for each of its tables.
ALTER POLICY company ON treasury.wallet
    USING (company_id = current_setting('svc.company')::uuid)
    WITH CHECK (company_id = current_setting('svc.company')::uuid);
ALTER POLICY company ON treasury.wallet_balance
    USING (company_id = current_setting('svc.company')::uuid)
    WITH CHECK (company_id = current_setting('svc.company')::uuid);
ALTER POLICY company ON treasury.transaction
    USING (company_id = current_setting('svc.company')::uuid)
    WITH CHECK (company_id = current_setting('svc.company')::uuid);
ALTER POLICY company ON treasury.movement_day
    USING (company_id = current_setting('svc.company')::uuid)
    WITH CHECK (company_id = current_setting('svc.company')::uuid);
ALTER POLICY company ON treasury.movement_month
    USING (company_id = current_setting('svc.company')::uuid)
    WITH CHECK (company_id = current_setting('svc.company')::uuid);
ALTER POLICY company ON treasury.list_term
    USING (company_id = current_setting('svc.company')::uuid)
    WITH CHECK (company_id = current_setting('svc.company')::uuid);

-- A movement takes its wallet from the row of the balance, which names the wallet by a foreign key of its own.
ALTER TABLE treasury.transaction DROP CONSTRAINT transaction_wallet_fkey;
-- Words that only the code writes, from its own constants; verify looks at them (invariants/movement_words.sql).
ALTER TABLE treasury.transaction DROP CONSTRAINT transaction_kind_check, DROP CONSTRAINT transaction_direction_check,
    DROP CONSTRAINT transaction_status_check;
