#include "host/package/permission_list.hpp"

#include "host/config/mistake.hpp"
#include "package_fixture.hpp"

namespace svc::host::package {
namespace {

using testing::ElementsAre;

const std::string Asks = "permissions:\n  http:\n    - { host: api.acme.example, ports: [443, 8443] }\n"
                         "    - { fromSetting: baseUrl }\n"
                         "settings: { type: object, properties: { baseUrl: { type: string } } }\n"
                         "subscribers: [ { name: paid, events: [invoice.*] } ]\n"
                         "jobs: [ { name: poll, every: PT5M }, { name: later } ]\n"
                         "hooks: [ { event: invoice.issued, handler: issue } ]\n";

class Permissions : public Packages {
protected:
    PermissionLines of(const std::string& more) const {
        return permissionsOf(plugin::readDeclaration(build("1.4.2", more)));
    }
};

TEST_F(Permissions, AreSortedLinesOfWhatIsDeclared) {
    EXPECT_THAT(of(Asks),
                ElementsAre("hook invoice.issued", "http api.acme.example:443", "http api.acme.example:8443",
                            "http setting baseUrl", "job later", "job poll PT5M", "subscribe invoice.*"));
    EXPECT_THAT(of(""), ElementsAre());
}

TEST_F(Permissions, RoutesThatNeedNoKeyAreNamed) {
    const fs::path folder = build("1.4.2");
    write(folder / "openapi.yaml",
          "openapi: 3.1.0\npaths:\n  /public/pay:\n    post: { operationId: acmeWebhook, "
          "x-caller: public }\n    get: { operationId: acmePages }\n");
    EXPECT_THAT(permissionsOf(plugin::readDeclaration(folder)), ElementsAre("route public acmeWebhook"));
}

TEST_F(Permissions, ACeilingAllowsWhatItsWordsName) {
    const PermissionLines lines = of(Asks);
    EXPECT_EQ(aboveCeiling(lines, {"http", "jobs", "hooks", "subscriptions"}), std::nullopt);
    EXPECT_EQ(aboveCeiling(lines, {"http", "jobs", "subscriptions"}), "hook invoice.issued");
    EXPECT_EQ(aboveCeiling(lines, {}), lines.front());
    EXPECT_EQ(aboveCeiling({}, {}), std::nullopt);
}

TEST_F(Permissions, AGrantIsKeptAndReadAgain) {
    const PermissionLines lines = of(Asks);
    EXPECT_EQ(readGrant(root_ / "grants.d", "acme-pay"), std::nullopt);
    writeGrant(root_ / "grants.d", "acme-pay", {lines, digestOf(lines), "root", "2026-11-29T10:00:00.000Z"});
    const auto grant = readGrant(root_ / "grants.d", "acme-pay");
    ASSERT_TRUE(grant);
    EXPECT_EQ(grant->lines, lines);
    EXPECT_EQ(grant->who, "root");
    writeGrant(root_ / "grants.d", "acme-pay", {{}, digestOf({}), "root", "2026-11-29T10:00:00.000Z"});
    EXPECT_THAT(readGrant(root_ / "grants.d", "acme-pay")->lines, ElementsAre());
}

TEST_F(Permissions, AGrantThatWasEditedIsAMistake) {
    const PermissionLines lines = of(Asks);
    writeGrant(root_, "acme-pay", {lines, digestOf(lines), "root", "2026-11-29T10:00:00.000Z"});
    std::string text = config::readFile(root_ / "acme-pay.yaml");
    text.replace(text.find("8443"), 4, "8444");
    write(root_ / "acme-pay.yaml", text);
    EXPECT_THROW(readGrant(root_, "acme-pay"), config::ConfigError);
}

} // namespace
} // namespace svc::host::package
