#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <svc/id.hpp>

#include "host/db/roles.hpp"

namespace svc::host::app {

/// A sentence that must hold for the data, and the statement that finds what breaks it: one row a violation,
/// with the columns company, subject, expected, found.
struct Invariant {
    std::string name; ///< `<plugin>.<file>`; `host.<file>` for the host's own
    std::string sentence;
    std::string sql;
};

struct Violation {
    std::string company; ///< identifier, or `-` when it is about no company
    std::string subject;
    std::string expected;
    std::string found;
};

/// The files `*.sql` of a folder in the order of their names; nothing when there is no such folder. Throws
/// std::runtime_error for a file without its sentence or with more than one statement.
std::vector<Invariant> readInvariants(const std::string& plugin, const std::filesystem::path& folder);

/// True when the statement reads a table or view of this schema.
bool readsSchema(std::string_view sql, std::string_view schema);

/// The statement that lists the violations of an invariant, in all companies or in one: invariant,
/// company_id, subject, expected, found.
std::string violationsOf(const Invariant& invariant, const std::optional<Uuid>& company);

/// Begins the transaction of such statements: one snapshot, read-only.
inline constexpr std::string_view OneSnapshot = "BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY";

/// Reads the whole database as the backup role, past row-level security, in one snapshot that the writes of a
/// running service neither change nor wait for.
class Verification {
public:
    struct Listener {
        std::function<void(const Invariant&)> begin;
        std::function<void(const Invariant&, const Violation&)> violation;
        /// Called when a statement fails: the tables differ from what it expects.
        std::function<void(const Invariant&, const std::string& reason)> failure;
    };

    explicit Verification(const db::Login& backup);
    /// Checks the invariants in order and reports each violation as it is found. Checks only `company` when
    /// one is given.
    void run(const std::vector<Invariant>& invariants, const std::optional<Uuid>& company,
             const Listener& listener);

private:
    db::Connection connection_;
};

} // namespace svc::host::app
