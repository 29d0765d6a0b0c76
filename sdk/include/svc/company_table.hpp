#pragma once

#include <string>

namespace svc {

/// SQL functions with which a migration declares a table of a company. The host creates them before any
/// migration runs; the test kit does the same.
///
///     svc.company_table(table, append_only => false)
///         Forces row-level security: statements see and write only rows of the transaction's company. In an
///         append-only table rows can be read and inserted, but neither updated nor deleted.
///     svc.business_unit_table(table, unit => 'business_unit_id', or_none => false)
///         Hides rows of other business units from a member who is limited to some units. `or_none`: a row
///         without a unit belongs to the whole company and is visible to every member.
inline std::string companyTableFunctions() {
    return R"sql(
CREATE OR REPLACE FUNCTION svc.company_table(target regclass, append_only boolean DEFAULT false) RETURNS void
LANGUAGE plpgsql AS $f$
DECLARE
    -- Without a sub-select: the setting is stable, so an index is entered with it, and a statement that writes has a node
    -- less for each of its tables.
    bound constant text := $$company_id = current_setting('svc.company')::uuid$$;
BEGIN
    IF NOT EXISTS (SELECT FROM pg_catalog.pg_attribute WHERE attrelid = target AND attname = 'company_id'
                   AND atttypid = 'uuid'::regtype AND attnotnull) THEN
        RAISE EXCEPTION 'svc.company_table: % has no column company_id uuid NOT NULL', target;
    END IF;
    EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY', target);
    IF append_only THEN
        EXECUTE format('CREATE POLICY company_read ON %s FOR SELECT USING (%s)', target, bound);
        EXECUTE format('CREATE POLICY company_insert ON %s FOR INSERT WITH CHECK (%s)', target, bound);
    ELSE
        EXECUTE format('CREATE POLICY company ON %s USING (%s) WITH CHECK (%2$s)', target, bound);
    END IF;
END
$f$;
CREATE OR REPLACE FUNCTION svc.business_unit_table(target regclass, unit name DEFAULT 'business_unit_id',
                                                   or_none boolean DEFAULT false) RETURNS void
LANGUAGE plpgsql AS $f$
DECLARE
    -- The transaction of a limited member holds the list of units in svc.business_units. The first comparison is an
    -- inequality of text so that the planner takes nearly all rows for reachable: plans stay as they are for those who are
    -- not limited.
    reached constant text := format(
        $$left(coalesce(current_setting('svc.business_units', true), ''), 1) <> '{'%s
        OR %I = ANY (nullif(current_setting('svc.business_units', true), '')::uuid[])$$,
        CASE WHEN or_none THEN format(' OR %I IS NULL', unit) ELSE '' END, unit);
BEGIN
    EXECUTE format('CREATE POLICY business_unit ON %s AS RESTRICTIVE USING (%s) WITH CHECK (%2$s)', target, reached);
END
$f$;
REVOKE EXECUTE ON FUNCTION svc.company_table(regclass, boolean), svc.business_unit_table(regclass, name, boolean)
    FROM PUBLIC;
)sql";
}

} // namespace svc
