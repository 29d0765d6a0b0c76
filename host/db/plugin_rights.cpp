#include "host/db/plugin_rights.hpp"

namespace svc::host::db {
namespace {

// $1 and $2: roles and their own schemas; $3 and $4: roles and the schemas that they read. Views of other
// plugins run with the rights of the caller (security_invoker), so reading a schema includes its tables.
constexpr std::string_view WrongRights = R"(
WITH plugin AS (SELECT p.* FROM unnest($1::text[], $2::text[]) AS p(role, schema) JOIN pg_roles ON rolname = role),
reading AS (SELECT r.* FROM unnest($3::text[], $4::text[]) AS r(role, schema) JOIN pg_roles ON rolname = role),
object AS (
    SELECT n.nspname AS schema, c.relname AS name, CASE c.relkind WHEN 'S' THEN 'SEQUENCE' ELSE 'TABLE' END AS kind,
           format('%I.%I', n.nspname, c.relname) AS full_name, c.relacl AS rights
      FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind IN ('r', 'p', 'v', 'S') AND NOT c.relispartition
    UNION ALL
    SELECT nspname, NULL, 'SCHEMA', quote_ident(nspname), nspacl FROM pg_namespace),
wanted AS (
    SELECT p.role, o.kind, o.full_name,
           CASE o.kind WHEN 'TABLE' THEN 'DELETE, INSERT, SELECT, UPDATE' ELSE 'USAGE' END AS rights
      FROM plugin p JOIN object o USING (schema)
    UNION ALL
    SELECT r.role, o.kind, o.full_name, CASE o.kind WHEN 'TABLE' THEN 'SELECT' ELSE 'USAGE' END
      FROM reading r JOIN object o USING (schema) WHERE o.kind <> 'SEQUENCE'
    UNION ALL
    SELECT p.role, o.kind, o.full_name,
           CASE WHEN o.kind = 'SCHEMA' THEN 'USAGE' WHEN o.name = 'list_change' THEN 'INSERT, SELECT' ELSE 'SELECT' END
      FROM plugin p JOIN object o ON o.schema = 'svc'
       AND (o.kind = 'SCHEMA' OR o.name IN ('list_change', 'list_count', 'list_word', 'list_record'))),
present AS (
    SELECT g.rolname::text AS role, o.kind, o.full_name,
           string_agg(a.privilege_type, ', ' ORDER BY a.privilege_type) AS rights
      FROM object o CROSS JOIN aclexplode(o.rights) a JOIN pg_roles g ON g.oid = a.grantee
     WHERE g.rolname IN (SELECT role FROM plugin) GROUP BY 1, 2, 3)
SELECT CASE WHEN p.rights IS NULL THEN ''
            ELSE format('REVOKE ALL ON %s %s FROM %I;', kind, full_name, role) END
    || CASE WHEN w.rights IS NULL THEN ''
            ELSE format('GRANT %s ON %s %s TO %I;', w.rights, kind, full_name, role) END
  FROM wanted w FULL JOIN present p USING (role, kind, full_name) WHERE w.rights IS DISTINCT FROM p.rights)";

void addElement(std::string& array, const std::string& name) {
    array += (array.empty() ? "{" : ",") + name;
}

std::string closed(const std::string& array) {
    return (array.empty() ? "{" : array) + '}';
}

} // namespace

void grantPluginRights(const Login& owner, const std::vector<PluginRights>& plugins) {
    // Names of roles and schemas consist of a-z, 0-9 and _, so array elements need no quotes.
    std::string roles;
    std::string schemas;
    std::string readers;
    std::string read;
    for (const PluginRights& plugin : plugins) {
        addElement(roles, plugin.role);
        addElement(schemas, plugin.schema);
        for (const std::string& schema : plugin.reads) {
            addElement(readers, plugin.role);
            addElement(read, schema);
        }
    }
    ConnectionOptions options;
    options.login = owner;
    options.applicationName = "svc-rights";
    options.statementTimeout = std::chrono::milliseconds(0);
    options.lockTimeout = std::chrono::milliseconds(0);
    Connection connection(options);
    // One host at a time; the lock ends with the connection.
    connection.query("SELECT pg_advisory_lock(hashtextextended('svc.plugin_rights', 0))");
    const Rows wrong =
        connection.query(WrongRights, {closed(roles), closed(schemas), closed(readers), closed(read)});
    if (wrong.empty())
        return;
    std::string script = "BEGIN;";
    for (std::size_t row = 0; row < wrong.count(); ++row)
        script += wrong.text(row, 0);
    connection.script(script + "COMMIT");
}

} // namespace svc::host::db
