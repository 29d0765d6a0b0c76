#pragma once

#include "host/db/connection.hpp"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace svc::host::db {

// What a migration must leave as it is: tables, views, functions and triggers outside of its plugin's schema.
// Made before the script runs, asked behind it, both in the transaction of the script.
class MigrationBounds {
public:
    MigrationBounds(Connection& connection, std::string schema);

    // The first thing outside that the transaction has changed, dropped or made, "function svc.now()" or
    // "sales.sale", or a table whose rows it has written. Foreign keys to tables outside are no change of
    // them.
    std::optional<std::string> crossed() const;

private:
    // What lies outside and the transaction has locked in order to change it, made or replaced.
    std::vector<std::string> changed() const;

    // The object's catalogue and its identifier there, as text.
    using Object = std::pair<std::string, std::string>;

    Connection& connection_;
    std::string schema_;
    std::map<Object, std::string> outside_;
    // Changed before the script ran, by what the same transaction did earlier.
    std::set<std::string> earlier_;
};

} // namespace svc::host::db
