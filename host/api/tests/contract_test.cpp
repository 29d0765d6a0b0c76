#include "host/api/embedded.hpp"
#include "host/api/manifest.hpp"
#include "host/config/yaml_document.hpp"
#include "host/openapi/contract.hpp"

#include <gtest/gtest.h>

namespace svc::host::api {
namespace {

openapi::Contract contract() {
    return openapi::Contract::parse(
        "host", config::YamlDocument::parse(contractText(), "openapi.yaml").root().toJson());
}

TEST(HostContract, IsUnderstoodAndCoversFiftyOneOperations) {
    EXPECT_EQ(contract().operations().size(), 51U);
}

TEST(HostContract, NamesOnlyScopesThatTheHostDeclares) {
    Catalogue catalogue;
    declareHost(catalogue);
    const openapi::Contract host = contract();
    for (const openapi::Operation& operation : host.operations()) {
        for (const std::string& scope : operation.scopes) {
            // The history is read with the scopes of the modules whose documents it tells about.
            EXPECT_TRUE(catalogue.scope(scope) != nullptr || operation.id == "readHistory")
                << operation.id << ' ' << scope;
        }
    }
}

TEST(HostManifest, DeclaresScopesWithWordingInThreeLanguages) {
    Catalogue catalogue;
    declareHost(catalogue);
    ASSERT_EQ(catalogue.scopes().size(), 8U);
    for (const Scope& scope : catalogue.scopes()) {
        for (const char* language : {"en", "fr", "de"}) {
            EXPECT_EQ(scope.description.count(language), 1U) << scope.scope << ' ' << language;
        }
    }
    EXPECT_TRUE(catalogue.scope("events:read")->keyOnly);
    EXPECT_EQ(catalogue.scope("webhooks:manage")->sessionScope, "developers:manage");
    EXPECT_TRUE(catalogue.scope("billing:manage")->neverKey);
    EXPECT_FALSE(catalogue.scope("settings:company")->neverKey);
}

TEST(HostManifest, GivesCodesToItsConstraints) {
    Catalogue catalogue;
    declareHost(catalogue);
    ASSERT_NE(catalogue.constraint("company_slug_key"), nullptr);
    EXPECT_EQ(catalogue.constraint("company_slug_key")->code, "already-exists:slug");
}

} // namespace
} // namespace svc::host::api
