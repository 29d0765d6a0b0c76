-- svc: phase=expand
-- Each request proves that its key is still the one that was read. What changes in a key makes the row of its company
-- another one, so that the company's row proves both: one row is looked at instead of two.

CREATE FUNCTION svc.note_key_change() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog AS $$
BEGIN
    -- Writes the row anew (xmin) and changes nothing in it.
    UPDATE svc.company SET version = version WHERE company_id = OLD.company_id;
    RETURN NULL;
END
$$;
COMMENT ON FUNCTION svc.note_key_change() IS 'Writes the row of the company anew, by which hosts prove the keys that they remember.';
CREATE TRIGGER api_key_changed AFTER UPDATE OF name, mode, digest, scopes, expires_at, allowed_ips, api_version, revoked_at
    ON svc.api_key FOR EACH ROW EXECUTE FUNCTION svc.note_key_change();
CREATE TRIGGER api_key_deleted AFTER DELETE ON svc.api_key FOR EACH ROW EXECUTE FUNCTION svc.note_key_change();
