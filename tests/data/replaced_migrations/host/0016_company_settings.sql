-- svc: phase=expand
-- The settings of companies that plugins declare (companySettings of plugin.yaml): key -> value, as the API shows it. Those
-- that had columns of their own move here.

ALTER TABLE svc.company ADD COLUMN settings text;
-- Rewrites the table, and so needs no UPDATE of the rows of every company.
ALTER TABLE svc.company ALTER COLUMN settings TYPE jsonb USING
    jsonb_build_object('stockOnSale', stock_on_sale, 'defaultHourlyRate', trim_scale(default_hourly_rate),
                       'quotesRequireAcceptance', quotes_require_acceptance, 'publicMenu', public_menu);
ALTER TABLE svc.company ALTER COLUMN settings SET DEFAULT '{}', ALTER COLUMN settings SET NOT NULL;

-- The previous version of the service still reads and writes the columns: whichever of both a statement changes, the other
-- follows.
CREATE FUNCTION svc.join_company_settings() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog AS $$
DECLARE
    of_columns jsonb := jsonb_build_object(
        'stockOnSale', NEW.stock_on_sale, 'defaultHourlyRate', trim_scale(NEW.default_hourly_rate),
        'quotesRequireAcceptance', NEW.quotes_require_acceptance, 'publicMenu', NEW.public_menu);
BEGIN
    IF TG_OP = 'INSERT' THEN
        NEW.settings := of_columns || NEW.settings;
    ELSIF NEW.settings IS NOT DISTINCT FROM OLD.settings THEN
        NEW.settings := NEW.settings || of_columns;
        RETURN NEW;
    END IF;
    NEW.stock_on_sale := coalesce(NEW.settings ->> 'stockOnSale', NEW.stock_on_sale);
    NEW.default_hourly_rate := coalesce((NEW.settings ->> 'defaultHourlyRate')::numeric, NEW.default_hourly_rate);
    NEW.quotes_require_acceptance :=
        coalesce((NEW.settings ->> 'quotesRequireAcceptance')::boolean, NEW.quotes_require_acceptance);
    NEW.public_menu := coalesce((NEW.settings ->> 'publicMenu')::boolean, NEW.public_menu);
    RETURN NEW;
END
$$;
COMMENT ON FUNCTION svc.join_company_settings() IS 'Keeps the settings of a company and the columns of the previous version alike.';
CREATE TRIGGER company_settings_joined BEFORE INSERT OR UPDATE
    OF settings, stock_on_sale, default_hourly_rate, quotes_require_acceptance, public_menu
    ON svc.company FOR EACH ROW EXECUTE FUNCTION svc.join_company_settings();
COMMENT ON COLUMN svc.company.settings IS 'What plugins declare under companySettings; a key that is missing has its default.';
COMMENT ON COLUMN svc.company.stock_on_sale IS 'Read by the version before settings only.';
COMMENT ON COLUMN svc.company.default_hourly_rate IS 'In minor units of the currency. Read by the version before settings only.';
COMMENT ON COLUMN svc.company.quotes_require_acceptance IS 'Read by the version before settings only.';
COMMENT ON COLUMN svc.company.public_menu IS 'Read by the version before settings only.';
