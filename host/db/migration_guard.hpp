#pragma once

#include "host/db/connection.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace svc::host::db {

// The company table whose rows a statement of the script would change or copy, if any: UPDATE, DELETE,
// INSERT … SELECT, MERGE, WITH and CREATE TABLE AS. Under forced row-level security such a statement says
// "UPDATE 0" and succeeds, so it must be run company by company.
std::optional<std::string> dataChangeOfCompanyTable(Connection& connection, std::string_view schema,
                                                    std::string_view script);

} // namespace svc::host::db
