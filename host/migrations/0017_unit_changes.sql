-- svc: phase=expand
-- Hosts remember the business units of a company beside its keys. What changes in a unit makes the row of its company
-- another one, so that the one row that each request looks at proves the units too.

COMMENT ON FUNCTION svc.note_key_change() IS
    'Writes the row of the company anew, by which hosts prove the keys and business units that they remember.';
CREATE TRIGGER business_unit_changed AFTER UPDATE OR DELETE ON svc.business_unit
    FOR EACH ROW EXECUTE FUNCTION svc.note_key_change();
