#include "host/api/company_contract.hpp"
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

TEST(HostContract, IsUnderstoodAndCoversItsOperations) {
    EXPECT_EQ(contract().operations().size(), 68U);
}

TEST(HostContract, NamesOnlyScopesThatTheHostDeclares) {
    Catalogue catalogue;
    declareHost(catalogue);
    const openapi::Contract host = contract();
    for (const openapi::Operation& operation : host.operations()) {
        for (const std::string& scope : operation.scopes) {
            // History, attachments and imports take the document scopes of the modules.
            const bool ofModules = operation.path.find("/history/") != std::string::npos ||
                                   operation.path.find("/attachments") != std::string::npos ||
                                   operation.path.find("/imports") != std::string::npos;
            EXPECT_TRUE(catalogue.scope(scope) != nullptr || ofModules) << operation.id << ' ' << scope;
        }
    }
}

TEST(HostContract, TakesInTheSettingsOfCompaniesThatPluginsDeclare) {
    const Json plain = config::YamlDocument::parse(contractText(), "openapi.yaml").root().toJson();
    const Json money = Json::object({{"type", "number"}, {"minimum", 0}, {"x-money", true}});
    const openapi::Contract whole = openapi::Contract::parse(
        "host", withCompanySettings(plain, {{"rate", {"rate", "shop", money, Json(0)}}}));
    EXPECT_TRUE(whole.schema("NewCompany")->property("rate")->schema->minimum);
    EXPECT_FALSE(whole.schema("CompanyChange")->property("rate")->required);
    EXPECT_TRUE(whole.schema("Company")->property("rate")->required);
    EXPECT_FALSE(whole.schema("Company")->property("rate")->schema->minimum) << "it is in minor units";
    Catalogue catalogue;
    addCompanyFieldNames(catalogue, plain);
    for (const char* field : {"name", "lockDate", "modules"}) {
        EXPECT_THROW(catalogue.add(CompanySetting{field, "shop", money, Json(0)}), std::runtime_error)
            << field;
    }
}

TEST(HostManifest, DeclaresScopesWithWordingInThreeLanguages) {
    Catalogue catalogue;
    declareHost(catalogue);
    ASSERT_EQ(catalogue.scopes().size(), 9U);
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
