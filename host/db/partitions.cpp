#include "host/db/partitions.hpp"
#include "host/db/quoting.hpp"

#include <algorithm>
#include <set>
#include <stdexcept>
#include <svc/date.hpp>

namespace svc::host::db {
namespace {

constexpr std::int64_t MicrosPerDay = 86'400'000'000;
constexpr std::size_t CompactDay = 8; // 20261120

Date dayOf(std::int64_t micros) {
    std::int64_t days = micros / MicrosPerDay;
    if (micros % MicrosPerDay < 0)
        --days;
    return Date().addDays(days);
}

std::string compact(Date day) {
    std::string text = day.toString();
    text.erase(std::remove(text.begin(), text.end(), '-'), text.end());
    return text;
}

// One table and its names.
class Upkeep {
public:
    Upkeep(Connection& connection, const DayPartitioned& table) : connection_(connection), table_(table) {
        parent_ = qualified(table.table);
        fallback_ = qualified(table.table + "_default");
        const Rows rows = connection.query(
            "SELECT a.attname FROM pg_partitioned_table t JOIN pg_attribute a ON a.attrelid = "
            "t.partrelid AND a.attnum = t.partattrs[0] WHERE t.partrelid = to_regclass($1)",
            {parent_});
        if (rows.empty())
            throw std::runtime_error("the table " + parent_ + " is not partitioned by one column");
        column_ = quoteIdentifier(rows.text(0, 0));
    }

    std::set<std::string> children() {
        const Rows rows =
            connection_.query("SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid "
                              "WHERE i.inhparent = to_regclass($1)",
                              {parent_});
        std::set<std::string> names;
        for (std::size_t i = 0; i < rows.count(); ++i)
            names.emplace(rows.text(i, 0));
        return names;
    }

    std::string nameOf(Date day) const { return table_.table + "_p" + compact(day); }

    // Creates all missing days in one transaction, because attaching a partition locks the default partition.
    // While it is locked the owner may read its rows, so rows that were routed there are moved to their
    // partitions, or deleted when too old.
    void create(const std::vector<Date>& days, Date oldest) {
        std::string script = "BEGIN; SET LOCAL lock_timeout = '2s'; ALTER TABLE " + fallback_ +
                             " NO FORCE ROW LEVEL SECURITY; DELETE FROM " + fallback_ + " WHERE " + column_ +
                             " < " + instant(oldest) + notNeeded() + ";";
        const std::vector<std::string> policies = policiesOfParent();
        for (const Date day : days) {
            const std::string name = qualified(nameOf(day));
            const std::string from = instant(day);
            const std::string to = instant(day.addDays(1));
            script += "CREATE TABLE " + name + " (LIKE " + parent_ +
                      " INCLUDING ALL); WITH moved AS (DELETE FROM " + fallback_ + " WHERE " + column_ +
                      " >= " + from + " AND " + column_ + " < " + to + " RETURNING *) INSERT INTO " + name +
                      " SELECT * FROM moved; ALTER TABLE " + name +
                      " ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;";
            for (const std::string& policy : policies)
                script += "CREATE POLICY " + policy.substr(0, policy.find('\n')) + " ON " + name +
                          policy.substr(policy.find('\n') + 1) + ";";
            script += "ALTER TABLE " + parent_ + " ATTACH PARTITION " + name + " FOR VALUES FROM (" + from +
                      ") TO (" + to + ");";
        }
        run(script + "ALTER TABLE " + fallback_ + " FORCE ROW LEVEL SECURITY; COMMIT");
    }

    // Does the other table (neededBy) refer to rows of this partition's day?
    bool isNeeded(const std::string& name) {
        if (table_.neededBy.empty())
            return false;
        const std::string day = name.substr(name.size() - CompactDay);
        return !connection_
                    .query("SELECT FROM " + qualified(table_.neededBy) +
                               " WHERE created_at >= ($1 || ' 00:00:00+00')::timestamptz"
                               " AND created_at < ($1 || ' 00:00:00+00')::timestamptz + interval '1 day' "
                               "LIMIT 1",
                           {day})
                    .empty();
    }

    void drop(const std::string& name) {
        run("BEGIN; SET LOCAL lock_timeout = '2s'; DROP TABLE " + qualified(name) + "; COMMIT");
    }

private:
    std::string qualified(const std::string& name) const {
        return quoteIdentifier(table_.schema) + "." + quoteIdentifier(name);
    }

    // Condition on rows of the default partition: the other table does not refer to them.
    std::string notNeeded() const {
        return table_.neededBy.empty() ? std::string()
                                       : " AND NOT EXISTS (SELECT FROM " + qualified(table_.neededBy) +
                                             " n WHERE n.created_at = " + fallback_ + "." + column_ + ")";
    }

    static std::string instant(Date day) { return "'" + day.toString() + " 00:00:00+00'"; }

    // "name\n rest" for each policy, to be used in CREATE POLICY name ON table rest.
    std::vector<std::string> policiesOfParent() {
        const Rows rows = connection_.query(
            "SELECT quote_ident(polname), CASE polcmd WHEN 'r' THEN 'SELECT' WHEN 'a' THEN 'INSERT' WHEN 'w' "
            "THEN "
            "'UPDATE' WHEN 'd' THEN 'DELETE' ELSE 'ALL' END, pg_get_expr(polqual, polrelid), "
            "pg_get_expr(polwithcheck, polrelid) FROM pg_policy WHERE polrelid = to_regclass($1)",
            {parent_});
        std::vector<std::string> policies;
        for (std::size_t i = 0; i < rows.count(); ++i) {
            std::string text = std::string(rows.text(i, 0)) + "\n FOR " + std::string(rows.text(i, 1));
            if (const auto use = rows.cell(i, 2))
                text += " USING (" + std::string(*use) + ")";
            if (const auto check = rows.cell(i, 3))
                text += " WITH CHECK (" + std::string(*check) + ")";
            policies.push_back(std::move(text));
        }
        return policies;
    }

    void run(const std::string& script) {
        try {
            connection_.script(script);
        } catch (...) {
            if (!connection_.broken())
                connection_.script("ROLLBACK");
            throw;
        }
    }

    Connection& connection_;
    const DayPartitioned& table_;
    std::string parent_;
    std::string fallback_;
    std::string column_;
};

} // namespace

std::vector<DayPartitioned> hostPartitions() {
    return {{"svc", "event", 90},
            {"svc", "idempotency", 2},
            {"svc", "key_request", 7},
            {"svc", "webhook_delivery", 30, "webhook_due"}};
}

std::vector<std::string> makePartitions(Connection& owner, const DayPartitioned& table,
                                        std::int64_t nowMicros, int daysAhead) {
    Upkeep upkeep(owner, table);
    const Date today = dayOf(nowMicros);
    const std::set<std::string> present = upkeep.children();
    std::vector<Date> missing;
    std::vector<std::string> created;
    for (int offset = -1; offset <= daysAhead; ++offset) {
        const Date day = today.addDays(offset);
        if (present.count(upkeep.nameOf(day)) > 0)
            continue;
        missing.push_back(day);
        created.push_back(upkeep.nameOf(day));
    }
    if (!missing.empty())
        upkeep.create(missing, today.addDays(-table.keepDays));
    return created;
}

PartitionUpkeep keepPartitions(Connection& owner, const DayPartitioned& table, std::int64_t nowMicros,
                               int daysAhead) {
    PartitionUpkeep done;
    done.created = makePartitions(owner, table, nowMicros, daysAhead);
    Upkeep upkeep(owner, table);
    const std::string oldest = upkeep.nameOf(dayOf(nowMicros).addDays(-table.keepDays));
    // The names of partitions sort by day.
    const std::string prefix = table.table + "_p";
    for (const std::string& name : upkeep.children()) {
        if (!name.starts_with(prefix) || name >= oldest || upkeep.isNeeded(name))
            continue;
        try {
            upkeep.drop(name);
            done.dropped.push_back(name);
        } catch (const Error& error) {
            // A query still reads an old day: the partition is dropped next time.
            if (!error.timedOut())
                throw;
        }
    }
    return done;
}

} // namespace svc::host::db
