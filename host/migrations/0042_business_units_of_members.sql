-- svc: phase=expand
-- A member may be limited to business units: the transaction of such a member holds their list in svc.business_units, and
-- rows of others are as if they were not there. What has no unit belongs to the whole company and stays in reach.
-- The first comparison is an inequality of text so that the planner takes nearly all rows for reachable: plans stay as they
-- are for those who are not limited.
CREATE POLICY business_unit ON svc.business_unit AS RESTRICTIVE
    USING (left(coalesce(current_setting('svc.business_units', true), ''), 1) <> '{'
        OR id = ANY (nullif(current_setting('svc.business_units', true), '')::uuid[]))
    WITH CHECK (left(coalesce(current_setting('svc.business_units', true), ''), 1) <> '{'
        OR id = ANY (nullif(current_setting('svc.business_units', true), '')::uuid[]));
