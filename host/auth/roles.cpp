#include "host/auth/roles.hpp"

#include <algorithm>

namespace svc::host::auth {
namespace {

constexpr std::array<std::string_view, 9> CashierScopes = {
    "dashboard:view", "sales:view",      "sales:create", "sales:update",       "inventory:view",
    "partners:view",  "partners:create", "wallets:view", "transactions:create"};

template <std::size_t Count>
bool isOneOf(const std::array<std::string_view, Count>& list, std::string_view scope) {
    return std::find(list.begin(), list.end(), scope) != list.end();
}

bool isView(std::string_view scope) {
    return scope.ends_with(":view") && scope != "billing:view";
}

bool builtInHolds(std::string_view role, std::string_view scope) {
    if (role == OwnerRole) {
        return true;
    }
    if (role == "manager") {
        return scope != "settings:roles" && !scope.starts_with("billing:");
    }
    if (role == "accountant") {
        return isView(scope) || scope == "transactions:create" || scope == "fiscal:manage";
    }
    if (role == "cashier") {
        return isOneOf(CashierScopes, scope);
    }
    return role == "viewer" && isView(scope);
}

} // namespace

std::vector<std::string> rolePermissions(const Catalogue& catalogue, std::string_view name, bool builtIn,
                                         const std::vector<std::string>& stored) {
    std::vector<std::string> permissions;
    for (const Scope& scope : catalogue.scopes()) {
        if (!scope.keyOnly && (builtIn ? builtInHolds(name, scope.scope) : holds(stored, scope.scope))) {
            permissions.push_back(scope.scope);
        }
    }
    return permissions;
}

std::vector<std::string> sessionScopes(const Catalogue& catalogue, std::vector<std::string> permissions) {
    std::vector<std::string> added;
    for (const Scope& scope : catalogue.scopes()) {
        if (scope.keyOnly && !scope.sessionScope.empty() && holds(permissions, scope.sessionScope)) {
            added.push_back(scope.scope);
        }
    }
    permissions.insert(permissions.end(), added.begin(), added.end());
    return permissions;
}

std::vector<std::string> keyScopes(const Catalogue& catalogue) {
    std::vector<std::string> scopes;
    for (const Scope& scope : catalogue.scopes()) {
        if (!scope.neverKey) {
            scopes.push_back(scope.scope);
        }
    }
    return scopes;
}

bool holds(const std::vector<std::string>& scopes, std::string_view scope) {
    return std::find(scopes.begin(), scopes.end(), scope) != scopes.end();
}

} // namespace svc::host::auth
