#pragma once

#include "host/db/connection.hpp"

#include <map>
#include <string>
#include <string_view>

namespace svc::host::db::testing {

// All that the catalogue says of the schemas svc and `schemas` (names separated by commas), and the rows of
// their tables but the book of migrations: what is described -> how it is. Tables are read as superuser. The
// order of columns counts in views alone.
inline std::map<std::string, std::string> catalogueOf(Connection& superuser, const std::string& schemas) {
    // Each: the kind of what is described, its name, what is said of it. $1: the schemas.
    constexpr std::string_view Questions[] = {
        R"(SELECT 'schema', n.nspname, concat_ws(' ', n.nspowner::regrole, obj_description(n.oid, 'pg_namespace'),
                  (SELECT string_agg(a::text, ',' ORDER BY a::text) FROM unnest(n.nspacl) a))
             FROM pg_namespace n WHERE n.nspname = ANY (string_to_array($1, ',')))",
        R"(SELECT 'relation', c.oid::regclass::text, concat_ws(' ', c.relkind, c.relpersistence, c.relowner::regrole, m.amname,
                  CASE WHEN c.relrowsecurity THEN 'row security' END, CASE WHEN c.relforcerowsecurity THEN 'forced' END,
                  (SELECT string_agg(o, ',' ORDER BY o) FROM unnest(c.reloptions) o), c.relreplident,
                  'partition of ' || (SELECT string_agg(i.inhparent::regclass::text, ',') FROM pg_inherits i
                                       WHERE i.inhrelid = c.oid), pg_get_expr(c.relpartbound, c.oid),
                  CASE c.relkind WHEN 'p' THEN pg_get_partkeydef(c.oid) END, t.spcname,
                  (SELECT string_agg(a::text, ',' ORDER BY a::text) FROM unnest(c.relacl) a), obj_description(c.oid, 'pg_class'))
             FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace LEFT JOIN pg_am m ON m.oid = c.relam
             LEFT JOIN pg_tablespace t ON t.oid = c.reltablespace
            WHERE n.nspname = ANY (string_to_array($1, ',')) AND c.relkind <> 't')",
        R"(SELECT 'column', c.oid::regclass || '.' || a.attname, concat_ws(' ', format_type(a.atttypid, a.atttypmod),
                  'collate ' || l.collname, CASE WHEN a.attnotnull THEN 'not null' END, 'generated ' || nullif(a.attgenerated::text, ''),
                  'identity ' || nullif(a.attidentity::text, ''), 'default ' || pg_get_expr(d.adbin, d.adrelid),
                  'storage ' || a.attstorage::text, a.attcompression, 'statistics ' || a.attstattarget, a.attislocal, a.attinhcount,
                  (SELECT string_agg(o, ',' ORDER BY o) FROM unnest(a.attoptions) o),
                  (SELECT string_agg(x::text, ',' ORDER BY x::text) FROM unnest(a.attacl) x),
                  col_description(c.oid, a.attnum))
             FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace
             LEFT JOIN pg_collation l ON l.oid = a.attcollation LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
            WHERE n.nspname = ANY (string_to_array($1, ',')) AND c.relkind NOT IN ('t', 'S') AND a.attnum > 0
              AND NOT a.attisdropped)",
        R"(SELECT 'columns of the view', c.oid::regclass::text, (SELECT string_agg(a.attname, ', ' ORDER BY a.attnum)
                                                           FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum > 0)
             FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
            WHERE n.nspname = ANY (string_to_array($1, ',')) AND c.relkind IN ('v', 'm'))",
        R"(SELECT 'constraint', coalesce(k.conrelid::regclass::text, '') || ' ' || k.conname, concat_ws(' ',
                  pg_get_constraintdef(k.oid), k.convalidated, k.conislocal, k.coninhcount, k.connoinherit,
                  obj_description(k.oid, 'pg_constraint'))
             FROM pg_constraint k JOIN pg_namespace n ON n.oid = k.connamespace
            WHERE n.nspname = ANY (string_to_array($1, ',')))",
        R"(SELECT 'index', c.oid::regclass::text, concat_ws(' ', pg_get_indexdef(c.oid), i.indisvalid, i.indisprimary,
                  i.indisclustered, i.indisreplident, i.indimmediate)
             FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_namespace n ON n.oid = c.relnamespace
            WHERE n.nspname = ANY (string_to_array($1, ',')))",
        R"(SELECT 'view', c.oid::regclass::text, pg_get_viewdef(c.oid)
             FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
            WHERE n.nspname = ANY (string_to_array($1, ',')) AND c.relkind IN ('v', 'm'))",
        R"(SELECT 'function', p.oid::regprocedure::text, concat_ws(' ', pg_get_functiondef(p.oid), p.proowner::regrole,
                  (SELECT string_agg(a::text, ',' ORDER BY a::text) FROM unnest(p.proacl) a), obj_description(p.oid, 'pg_proc'))
             FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace WHERE n.nspname = ANY (string_to_array($1, ',')))",
        R"(SELECT 'trigger', t.tgrelid::regclass || ' ' || t.tgname, concat_ws(' ', pg_get_triggerdef(t.oid), t.tgenabled,
                  obj_description(t.oid, 'pg_trigger'))
             FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_namespace n ON n.oid = c.relnamespace
            WHERE n.nspname = ANY (string_to_array($1, ',')) AND NOT t.tgisinternal)",
        R"(SELECT 'rule', r.ev_class::regclass || ' ' || r.rulename, pg_get_ruledef(r.oid)
             FROM pg_rewrite r JOIN pg_class c ON c.oid = r.ev_class JOIN pg_namespace n ON n.oid = c.relnamespace
            WHERE n.nspname = ANY (string_to_array($1, ',')) AND r.rulename <> '_RETURN')",
        R"(SELECT 'policy', p.polrelid::regclass || ' ' || p.polname, concat_ws(' ', p.polcmd, p.polpermissive, p.polroles::regrole[],
                  pg_get_expr(p.polqual, p.polrelid), 'check ' || pg_get_expr(p.polwithcheck, p.polrelid),
                  obj_description(p.oid, 'pg_policy'))
             FROM pg_policy p JOIN pg_class c ON c.oid = p.polrelid JOIN pg_namespace n ON n.oid = c.relnamespace
            WHERE n.nspname = ANY (string_to_array($1, ',')))",
        R"(SELECT 'sequence', s.seqrelid::regclass::text, concat_ws(' ', s.seqtypid::regtype, s.seqstart, s.seqincrement, s.seqmax,
                  s.seqmin, s.seqcache, s.seqcycle, pg_sequence_last_value(s.seqrelid),
                  (SELECT string_agg(d.refobjid::regclass::text, ',') FROM pg_depend d
                    WHERE d.objid = s.seqrelid AND d.classid = 'pg_class'::regclass AND d.deptype = 'a'))
             FROM pg_sequence s JOIN pg_class c ON c.oid = s.seqrelid JOIN pg_namespace n ON n.oid = c.relnamespace
            WHERE n.nspname = ANY (string_to_array($1, ',')))",
        R"(SELECT 'type', t.oid::regtype::text, concat_ws(' ', t.typtype, format_type(t.typbasetype, t.typtypmod), t.typnotnull,
                  t.typdefault, (SELECT string_agg(e.enumlabel, ',' ORDER BY e.enumsortorder) FROM pg_enum e
                                  WHERE e.enumtypid = t.oid))
             FROM pg_type t JOIN pg_namespace n ON n.oid = t.typnamespace WHERE n.nspname = ANY (string_to_array($1, ',')))",
        R"(SELECT 'statistics', e.oid::regclass::text, pg_get_statisticsobjdef(e.oid)
             FROM pg_statistic_ext e JOIN pg_namespace n ON n.oid = e.stxnamespace
            WHERE n.nspname = ANY (string_to_array($1, ',')))",
        R"(SELECT 'default rights', n.nspname || ' ' || d.defaclrole::regrole || ' ' || d.defaclobjtype::text, d.defaclacl::text
             FROM pg_default_acl d JOIN pg_namespace n ON n.oid = d.defaclnamespace
            WHERE n.nspname = ANY (string_to_array($1, ',')))",
    };
    std::map<std::string, std::string> found;
    const std::string all = "svc," + schemas;
    for (const std::string_view question : Questions) {
        const Rows rows = superuser.query(question, {all});
        for (std::size_t i = 0; i < rows.count(); ++i)
            found[std::string(rows.text(i, 0)) + ' ' + std::string(rows.text(i, 1))] = rows.text(i, 2);
    }
    const Rows tables =
        superuser.query("SELECT c.oid::regclass::text FROM pg_class c JOIN pg_namespace n ON n.oid = "
                        "c.relnamespace WHERE n.nspname = ANY (string_to_array($1, ',')) AND c.relkind IN "
                        "('r', 'p') AND c.oid <> 'svc.migration'::regclass",
                        {all});
    for (std::size_t i = 0; i < tables.count(); ++i) {
        const std::string table(tables.text(i, 0));
        found["rows of " + table] =
            superuser
                .query(
                    "SELECT coalesce(string_agg(r, ' ' ORDER BY r), '') FROM (SELECT to_jsonb(t)::text AS r FROM " +
                    table + " t) AS rows")
                .text(0, 0);
    }
    return found;
}

} // namespace svc::host::db::testing
