#include "host/db/list_installer.hpp"

#include <algorithm>

#include "host/db/migration_file.hpp"
#include "host/db/quoting.hpp"
#include "host/db/roles.hpp"

namespace svc::host::db {
namespace {

// Name of the row of svc.list that stands for the tables of all lists.
constexpr std::string_view Tables = "";

class Installer {
public:
    explicit Installer(const Login& owner) : connection_(options(owner)) {
        // One host at a time; the lock ends with the connection.
        connection_.query("SELECT pg_advisory_lock(hashtextextended('svc.list', 0))");
    }

    bool installTables() {
        const std::string script = listTables();
        if (connection_.query("SELECT to_regclass('svc.list') IS NOT NULL").text(0, 0) == "t" &&
            isInstalled(Tables, script)) {
            return false;
        }
        const std::string app(AppRole);
        connection_.script("BEGIN; " + script +
                           "GRANT SELECT, INSERT, UPDATE, DELETE ON svc.list_change, svc.list_count,"
                           " svc.list_word, svc.list_record TO " +
                           app + "; GRANT SELECT ON svc.list TO " + app +
                           "; GRANT SELECT ON svc.list, svc.list_change, svc.list_count, svc.list_word, "
                           "svc.list_record TO " +
                           std::string(BackupRole) + "; " + record(Tables, script) + "COMMIT");
        return true;
    }

    /// Throws Error, with nothing changed, when an expression of the list is wrong.
    bool install(const ListDeclaration& list) {
        try {
            return installed(list);
        } catch (const ConnectionLost&) {
            throw;
        } catch (const Error&) {
            connection_.script("ROLLBACK");
            throw;
        }
    }

    /// Names of installed lists of the schema that are no longer declared.
    std::vector<std::string> undeclared(const std::string& schema,
                                        const std::vector<ListDeclaration>& lists) {
        const Rows rows = connection_.query(
            "SELECT name FROM svc.list WHERE starts_with(name, $1 || '.') ORDER BY name", {schema});
        std::vector<std::string> names;
        for (std::size_t row = 0; row < rows.count(); ++row) {
            const std::string_view name = rows.text(row, 0);
            if (std::none_of(lists.begin(), lists.end(),
                             [&](const ListDeclaration& list) { return list.name == name; })) {
                names.emplace_back(name);
            }
        }
        return names;
    }
    void remove(const std::string& name) {
        ListDeclaration list;
        list.name = name;
        connection_.script("BEGIN; " + ListTriggers(list).dropScript());
        forgetCounts(name, "");
        connection_.script("DELETE FROM svc.list WHERE name = " + quoteLiteral(name) + "; COMMIT");
    }

private:
    bool installed(const ListDeclaration& list) {
        const ListTriggers triggers(list);
        const std::string script = triggers.script() + triggers.noteAll() +
                                   (list.isSearched() ? listWordFunctions() : std::string());
        // Binds the nil company, because the policies read the setting; the list of companies is readable
        // without it.
        connection_.script("BEGIN; SET LOCAL svc.company = '00000000-0000-0000-0000-000000000000'; " +
                           typeCheck(list, triggers) + "COMMIT");
        if (isInstalled(list.name, script)) {
            return false;
        }
        connection_.script("BEGIN; " + triggers.script());
        forgetCounts(list.name, triggers.noteAll());
        connection_.script(record(list.name, script) + "COMMIT");
        return true;
    }
    /// Reads no record, only checks types: PostgreSQL checks the body of a trigger only at the first write.
    static std::string typeCheck(const ListDeclaration& list, const ListTriggers& triggers) {
        std::string sql = "SELECT " + triggers.values("r");
        if (!list.date.empty()) {
            sql += ", coalesce(NULL::date, " + list.date + ')';
        }
        for (const std::string& total : list.totals) {
            sql += ", coalesce(0::bigint, " + total + ')';
        }
        return sql + " FROM " + list.table + " r LIMIT 0;";
    }
    /// Deletes the counters and words of each company; `behind` is run for each company afterwards.
    void forgetCounts(const std::string& list, const std::string& behind) {
        const Rows companies = connection_.query("SELECT company_id FROM svc.company ORDER BY company_id");
        for (std::size_t row = 0; row < companies.count(); ++row) {
            const std::string company = quoteLiteral(companies.text(row, 0));
            const std::string counted =
                " WHERE company_id = " + company + " AND list = " + quoteLiteral(list);
            std::string script = "SET LOCAL svc.company = " + company + ';';
            for (const char* table : {"list_change", "list_count", "list_word", "list_record"}) {
                script += "DELETE FROM svc." + std::string(table) + counted + ';';
            }
            connection_.script(script + behind);
        }
    }
    static ConnectionOptions options(const Login& owner) {
        ConnectionOptions chosen;
        chosen.login = owner;
        chosen.applicationName = "svc-lists";
        chosen.statementTimeout = std::chrono::milliseconds(0);
        chosen.lockTimeout = std::chrono::milliseconds(0);
        return chosen;
    }
    bool isInstalled(std::string_view name, const std::string& script) {
        return !connection_
                    .query("SELECT FROM svc.list WHERE name = $1 AND checksum = $2",
                           {name, sha256Hex(script)})
                    .empty();
    }
    static std::string record(std::string_view name, const std::string& script) {
        return "INSERT INTO svc.list VALUES (" + quoteLiteral(name) + ", " + quoteLiteral(sha256Hex(script)) +
               ") ON CONFLICT (name) DO UPDATE SET checksum = excluded.checksum;";
    }

    Connection connection_;
};

} // namespace

void installLists(const Login& owner, const std::vector<std::string>& schemas,
                  const std::vector<ListDeclaration>& lists,
                  const std::function<void(const std::string&)>& log, const WrongList& wrong) {
    Installer installer(owner);
    installer.installTables();
    for (const std::string& schema : schemas) {
        for (const std::string& name : installer.undeclared(schema, lists)) {
            installer.remove(name);
            log("list " + name + " is declared no more and not counted from now on");
        }
    }
    for (const ListDeclaration& list : lists) {
        try {
            if (installer.install(list)) {
                log("list " + list.name + " is counted from now on");
            }
        } catch (const ConnectionLost&) {
            throw;
        } catch (const Error& error) {
            if (!wrong || error.timedOut() || error.unavailable()) {
                throw;
            }
            wrong(list, error.message());
        }
    }
}

} // namespace svc::host::db
