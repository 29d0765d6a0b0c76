-- svc: phase=expand
-- The policies ask for the company without a sub-select: the setting is stable, so a look-up by key still reads it once,
-- and a statement that writes has a node less for each of its tables.
ALTER POLICY company ON ledger.entry_number
    USING (company_id = current_setting('svc.company')::uuid)
    WITH CHECK (company_id = current_setting('svc.company')::uuid);
ALTER POLICY company_read ON ledger.entry USING (company_id = current_setting('svc.company')::uuid);
ALTER POLICY company_insert ON ledger.entry WITH CHECK (company_id = current_setting('svc.company')::uuid);
ALTER POLICY company_read ON ledger.line USING (company_id = current_setting('svc.company')::uuid);
ALTER POLICY company_insert ON ledger.line WITH CHECK (company_id = current_setting('svc.company')::uuid);
ALTER POLICY company ON ledger.period_lock
    USING (company_id = current_setting('svc.company')::uuid)
    WITH CHECK (company_id = current_setting('svc.company')::uuid);
