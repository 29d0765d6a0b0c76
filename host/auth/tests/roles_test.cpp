#include "host/auth/roles.hpp"

#include <gmock/gmock.h>

namespace svc::host::auth {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsSupersetOf;
using testing::Not;

Catalogue catalogue() {
    Catalogue result;
    const auto add = [&](std::string name, bool keyOnly = false, bool neverKey = false,
                         std::string stands = {}) {
        Scope scope;
        scope.scope = std::move(name);
        scope.keyOnly = keyOnly;
        scope.neverKey = neverKey;
        scope.sessionScope = std::move(stands);
        result.add(std::move(scope));
    };
    add("settings:company");
    add("settings:members", false, true);
    add("settings:roles", false, true);
    add("developers:manage", false, true);
    add("billing:view", false, true);
    add("billing:manage", false, true);
    add("events:read", true, false, "developers:manage");
    add("reports:view");
    add("exports:create", true, false, "reports:view");
    add("sales:view");
    add("sales:create");
    add("sales:refund");
    add("transactions:create");
    add("acme:view");
    return result;
}

std::vector<std::string> builtIn(std::string_view role) {
    return rolePermissions(catalogue(), role, true, {});
}

TEST(Roles, OwnerHoldsEverythingButKeyOnlyScopes) {
    EXPECT_THAT(builtIn("owner"),
                IsSupersetOf({"settings:roles", "billing:manage", "sales:refund", "acme:view"}));
    EXPECT_THAT(builtIn("owner"), Not(Contains("events:read")));
}

TEST(Roles, ManagerHoldsAllButRolesAndBilling) {
    EXPECT_THAT(builtIn("manager"), ElementsAre("settings:company", "settings:members", "developers:manage",
                                                "reports:view", "sales:view", "sales:create", "sales:refund",
                                                "transactions:create", "acme:view"));
}

TEST(Roles, AccountantReadsAllAndRecordsMovements) {
    EXPECT_THAT(builtIn("accountant"),
                ElementsAre("reports:view", "sales:view", "transactions:create", "acme:view"));
}

TEST(Roles, CashierHoldsItsListAsFarAsItIsRegistered) {
    EXPECT_THAT(builtIn("cashier"), ElementsAre("sales:view", "sales:create", "transactions:create"));
}

TEST(Roles, ViewerReadsAllButThePlan) {
    EXPECT_THAT(builtIn("viewer"), ElementsAre("reports:view", "sales:view", "acme:view"));
}

TEST(Roles, OfACompanyHoldWhatIsStoredAndStillRegistered) {
    EXPECT_THAT(rolePermissions(catalogue(), "shop", false, {"sales:create", "gone:view", "events:read"}),
                ElementsAre("sales:create"));
    EXPECT_THAT(rolePermissions(catalogue(), "owner", false, {}), ElementsAre());
}

TEST(Roles, StandForKeyOnlyScopesInASession) {
    const Catalogue scopes = catalogue();
    EXPECT_THAT(sessionScopes(scopes, {"developers:manage"}),
                ElementsAre("developers:manage", "events:read"));
    EXPECT_THAT(sessionScopes(scopes, {"reports:view"}), ElementsAre("reports:view", "exports:create"));
    EXPECT_THAT(sessionScopes(scopes, {"sales:view"}), ElementsAre("sales:view"));
}

TEST(Roles, GiveKeysNoneOfTheScopesOfPeople) {
    EXPECT_THAT(keyScopes(catalogue()),
                ElementsAre("settings:company", "events:read", "reports:view", "exports:create", "sales:view",
                            "sales:create", "sales:refund", "transactions:create", "acme:view"));
}

} // namespace
} // namespace svc::host::auth
