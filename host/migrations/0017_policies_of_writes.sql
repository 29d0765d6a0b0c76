-- svc: phase=expand
-- The policies ask for the company without a sub-select: the setting is stable, so a look-up by key still reads it once,
-- and a statement that writes has a node less for each of its tables.
ALTER POLICY company ON svc.business_unit
    USING (company_id = current_setting('svc.company')::uuid)
    WITH CHECK (company_id = current_setting('svc.company')::uuid);
ALTER POLICY company ON svc.company_clock
    USING (company_id = current_setting('svc.company')::uuid)
    WITH CHECK (company_id = current_setting('svc.company')::uuid);
ALTER POLICY company ON svc.event
    USING (company_id = current_setting('svc.company')::uuid)
    WITH CHECK (company_id = current_setting('svc.company')::uuid);
ALTER POLICY company ON svc.history
    USING (company_id = current_setting('svc.company')::uuid)
    WITH CHECK (company_id = current_setting('svc.company')::uuid);
ALTER POLICY company ON svc.idempotency
    USING (company_id = current_setting('svc.company')::uuid)
    WITH CHECK (company_id = current_setting('svc.company')::uuid);
ALTER POLICY company ON svc.number_pattern
    USING (company_id = current_setting('svc.company')::uuid)
    WITH CHECK (company_id = current_setting('svc.company')::uuid);
ALTER POLICY company ON svc.number_series
    USING (company_id = current_setting('svc.company')::uuid)
    WITH CHECK (company_id = current_setting('svc.company')::uuid);
ALTER POLICY company ON svc.webhook_delivery
    USING (company_id = current_setting('svc.company')::uuid)
    WITH CHECK (company_id = current_setting('svc.company')::uuid);

-- The same where a look-up comes before the company is known: open for an unbound transaction, which only the host runs.
ALTER POLICY company ON svc.api_key
    USING (coalesce(current_setting('svc.company', true), '') = ''
        OR company_id = nullif(current_setting('svc.company', true), '')::uuid);
ALTER POLICY company ON svc.api_key_directory
    USING (coalesce(current_setting('svc.company', true), '') = ''
        OR company_id = nullif(current_setting('svc.company', true), '')::uuid);
ALTER POLICY company ON svc.company
    USING (coalesce(current_setting('svc.company', true), '') = ''
        OR company_id = nullif(current_setting('svc.company', true), '')::uuid);
ALTER POLICY company ON svc.company_plugin
    USING (coalesce(current_setting('svc.company', true), '') = ''
        OR company_id = nullif(current_setting('svc.company', true), '')::uuid);
ALTER POLICY company ON svc.member
    USING (coalesce(current_setting('svc.company', true), '') = ''
        OR company_id = nullif(current_setting('svc.company', true), '')::uuid);
ALTER POLICY company ON svc.role
    USING (coalesce(current_setting('svc.company', true), '') = ''
        OR company_id = nullif(current_setting('svc.company', true), '')::uuid);
ALTER POLICY company ON svc.webhook
    USING (coalesce(current_setting('svc.company', true), '') = ''
        OR company_id = nullif(current_setting('svc.company', true), '')::uuid);
ALTER POLICY company ON svc.webhook_due
    USING (coalesce(current_setting('svc.company', true), '') = ''
        OR company_id = nullif(current_setting('svc.company', true), '')::uuid);
ALTER POLICY company ON svc.job
    USING (coalesce(current_setting('svc.company', true), '') = ''
        OR company_id = nullif(current_setting('svc.company', true), '')::uuid);
