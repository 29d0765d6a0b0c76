-- svc: phase=expand
-- Rows of other business units are out of reach for a member who is limited to some (svc.business_units of the transaction).
CREATE POLICY business_unit ON stock.location AS RESTRICTIVE
    USING (left(coalesce(current_setting('svc.business_units', true), ''), 1) <> '{'
        OR business_unit_id = ANY (nullif(current_setting('svc.business_units', true), '')::uuid[]))
    WITH CHECK (left(coalesce(current_setting('svc.business_units', true), ''), 1) <> '{'
        OR business_unit_id = ANY (nullif(current_setting('svc.business_units', true), '')::uuid[]));
