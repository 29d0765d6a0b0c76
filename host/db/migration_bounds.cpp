#include "host/db/migration_bounds.hpp"

namespace svc::host::db {
namespace {

// All objects outside of the schema ($1) that a lock can refer to.
constexpr std::string_view Outside = R"(
    SELECT 'pg_class', c.oid, format('%I.%I', n.nspname, c.relname)
      FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname <> $1 AND n.nspname !~ '^(pg_|information_schema$)' AND c.relkind NOT IN ('i', 'I')
    UNION ALL
    SELECT 'pg_proc', p.oid, 'function ' || p.oid::regprocedure
      FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
     WHERE n.nspname <> $1 AND n.nspname !~ '^(pg_|information_schema$)'
    UNION ALL
    SELECT 'pg_namespace', n.oid, 'schema ' || n.nspname FROM pg_namespace n
     WHERE n.nspname <> $1 AND n.nspname !~ '^(pg_|information_schema$)')";

// The host's triggers note record changes in this table, in the transaction of whoever changes the records.
constexpr std::string_view Notes = "svc.list_change";

// Objects that the transaction has locked for a change, and whether only rows were changed. A foreign key
// locks the referenced table in share row exclusive mode, as a trigger does; triggers are recognised by the
// transaction that wrote them.
constexpr std::string_view Locked = R"(
    SELECT coalesce(l.classid, 'pg_class'::regclass)::regclass::text, coalesce(l.objid, l.relation),
           l.mode = 'RowExclusiveLock'
      FROM pg_locks l
     WHERE l.pid = pg_backend_pid() AND l.locktype IN ('relation', 'object')
       AND l.database = (SELECT d.oid FROM pg_database d WHERE d.datname = current_database())
       AND (l.mode = 'AccessExclusiveLock' OR l.locktype = 'relation' AND l.mode IN
            ('RowExclusiveLock', 'ShareUpdateExclusiveLock', 'ShareLock', 'ExclusiveLock')))";

// Objects outside of the schema ($1) that the transaction has created or replaced.
constexpr std::string_view Written = R"(
    SELECT format('%I.%I', n.nspname, c.relname)
      FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.xmin = pg_current_xact_id()::xid AND n.nspname <> $1 AND n.nspname !~ '^pg_'
       AND NOT EXISTS (SELECT FROM pg_constraint f WHERE f.confrelid = c.oid AND f.xmin = c.xmin)
    UNION ALL
    SELECT 'function ' || p.oid::regprocedure
      FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
     WHERE p.xmin = pg_current_xact_id()::xid AND n.nspname <> $1 AND n.nspname !~ '^pg_'
    UNION ALL
    SELECT format('trigger %I of %s', t.tgname, t.tgrelid::regclass)
      FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE t.xmin = pg_current_xact_id()::xid AND NOT t.tgisinternal AND n.nspname <> $1 AND n.nspname !~ '^pg_')";

} // namespace

MigrationBounds::MigrationBounds(Connection& connection, std::string schema)
    : connection_(connection), schema_(std::move(schema)) {
    const Rows rows = connection_.query(Outside, {schema_});
    for (std::size_t i = 0; i < rows.count(); ++i) {
        outside_.emplace(Object(rows.text(i, 0), rows.text(i, 1)), rows.text(i, 2));
    }
    const std::vector<std::string> before = changed();
    earlier_.insert(before.begin(), before.end());
}

std::vector<std::string> MigrationBounds::changed() const {
    std::vector<std::string> names;
    const Rows rows = connection_.query(Locked);
    for (std::size_t i = 0; i < rows.count(); ++i) {
        const auto found = outside_.find(Object(rows.text(i, 0), rows.text(i, 1)));
        if (found != outside_.end() && !(rows.text(i, 2) == "t" && found->second.starts_with(Notes))) {
            names.push_back(found->second);
        }
    }
    const Rows written = connection_.query(Written, {schema_});
    for (std::size_t i = 0; i < written.count(); ++i) {
        names.emplace_back(written.text(i, 0));
    }
    return names;
}

std::optional<std::string> MigrationBounds::crossed() const {
    for (const std::string& name : changed()) {
        if (earlier_.count(name) == 0) {
            return name;
        }
    }
    return std::nullopt;
}

} // namespace svc::host::db
