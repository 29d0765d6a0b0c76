#pragma once

#include "host/core/catalogue.hpp"

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace svc::host::auth {

/// The roles every company has. Their permissions are computed from the registered scopes, so a plugin that
/// is enabled later is covered at once (api 3.4).
inline constexpr std::array<std::string_view, 5> BuiltInRoles = {"owner", "manager", "accountant", "cashier",
                                                                 "viewer"};
inline constexpr std::string_view OwnerRole = "owner";

/// The scopes of a role, in the order of the catalogue and without those that only keys hold. `stored` counts
/// for roles that are not built in; scopes that no enabled plugin registers are left out.
std::vector<std::string> rolePermissions(const Catalogue& catalogue, std::string_view name, bool builtIn,
                                         const std::vector<std::string>& stored);

/// The scopes of a session with these permissions: adds the key-only scopes that the permissions stand for.
std::vector<std::string> sessionScopes(const Catalogue& catalogue, std::vector<std::string> permissions);

/// Every scope that a key may be given.
std::vector<std::string> keyScopes(const Catalogue& catalogue);

bool holds(const std::vector<std::string>& scopes, std::string_view scope);

} // namespace svc::host::auth
