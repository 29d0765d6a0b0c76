#pragma once

#include "host/core/catalogue.hpp"
#include "host/db/rows.hpp"

#include <svc/json.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace svc::host::api {

/// `{ "id", "name", "builtIn", "permissions" }` from four columns that begin at `first`: id, name, built_in
/// and the permissions joined with blanks.
Json roleSummary(const Catalogue& catalogue, const db::Rows& rows, std::size_t row, std::size_t first);

std::vector<std::string> permissionsOf(const Json& role);

} // namespace svc::host::api
