#pragma once

#include "host/db/connection.hpp"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace svc::host::db {

// Checks that a migration changes no tables, views, functions and triggers outside of its plugin's schema.
// Created before the script runs and checked after it, both in the transaction of the script.
class MigrationBounds {
public:
    MigrationBounds(Connection& connection, std::string schema);

    // The first object outside of the schema that the transaction has changed, dropped or created, such as
    // "function svc.now()" or "sales.sale", or a table whose rows it has written. Foreign keys to tables
    // outside do not count as changes of these.
    std::optional<std::string> crossed() const;

private:
    // Objects outside that the transaction has locked for a change, created or replaced.
    std::vector<std::string> changed() const;

    // Catalogue of an object and its identifier there, as text.
    using Object = std::pair<std::string, std::string>;

    Connection& connection_;
    std::string schema_;
    std::map<Object, std::string> outside_;
    // Objects that the same transaction had changed before the script ran.
    std::set<std::string> earlier_;
};

} // namespace svc::host::db
