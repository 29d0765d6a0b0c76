#include "host/api/tests/api_kit.hpp"

#include "host/auth/api_key.hpp"
#include "host/auth/roles.hpp"
#include "host/core/live_hosts.hpp"

#include <gmock/gmock.h>

namespace svc::host::api {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using testing::kit;
using ::testing::Not;

std::string refusal(std::optional<std::string> credential, std::string_view address = "203.0.113.7") {
    try {
        kit().gatekeeper->enter(credential ? std::optional<std::string_view>(*credential) : std::nullopt,
                                std::nullopt, address);
        return "";
    } catch (const ApiError& error) {
        return std::to_string(error.status()) + ' ' + std::string(error.code());
    }
}

TEST(Gatekeeper, RefusesWhatIsNoCredential) {
    EXPECT_EQ(refusal(std::nullopt), "401 api-key-invalid");
    EXPECT_EQ(refusal("Bearer"), "401 api-key-invalid");
    EXPECT_EQ(refusal("Basic dXNlcjpwYXNz"), "401 api-key-invalid");
    EXPECT_EQ(refusal("Bearer " + auth::makeApiKey(auth::KeyMode::Live)), "401 api-key-invalid");
    EXPECT_EQ(refusal("Bearer svc_sess_short"), "401 session-invalid");
    EXPECT_EQ(refusal("Bearer svc_sess_0000000000000000000000000000000000000000"), "401 session-invalid");
}

TEST(Gatekeeper, KnowsTheKeysOfADemonstrationCompany) {
    const auto shop = kit().newShop("keys@gate.example");
    const auto live =
        kit().gatekeeper->enter("Bearer " + shop.made["liveKey"].text(), shop.company, "203.0.113.7");
    EXPECT_EQ(live.caller.kind, http::Caller::Kind::Key);
    EXPECT_TRUE(live.caller.live);
    EXPECT_EQ(live.caller.scopes, auth::keyScopes(kit().catalogue));
    ASSERT_TRUE(live.company);
    EXPECT_EQ(live.company->currency.code(), "EUR");
    EXPECT_THAT(live.company->json, HasSubstr("\"vatNumber\":\"FR40303265045\""));
    const auto test =
        kit().gatekeeper->enter("bearer " + shop.made["testKey"].text(), shop.company, "203.0.113.7");
    EXPECT_FALSE(test.caller.live);
}

TEST(Gatekeeper, ShowsNoCompanyToTheKeyOfAnother) {
    const auto mine = kit().newShop("mine@gate.example");
    const auto other = kit().newShop("other@gate.example");
    const std::string key = "Bearer " + mine.made["liveKey"].text();
    EXPECT_FALSE(kit().gatekeeper->enter(key, other.company, "203.0.113.7").company);
    EXPECT_FALSE(kit().gatekeeper->enter(key, "com_nonsense", "203.0.113.7").company);
    EXPECT_FALSE(kit().gatekeeper->enter("Bearer " + mine.token, other.company, "203.0.113.7").company);
}

TEST(Gatekeeper, GivesTheOwnersSessionEveryScope) {
    const auto shop = kit().newShop("owner@gate.example");
    const auto entrance = kit().gatekeeper->enter("Bearer " + shop.token, shop.company, "203.0.113.7");
    EXPECT_EQ(entrance.caller.kind, http::Caller::Kind::Session);
    for (const Scope& scope : kit().catalogue.scopes()) {
        EXPECT_THAT(entrance.caller.scopes, Contains(scope.scope));
    }
    ASSERT_TRUE(entrance.company);
}

TEST(Gatekeeper, RefusesAKeyFromTheRequestAfterItsRevocation) {
    const auto shop = kit().newShop("revoke@gate.example");
    const Json body =
        Json::object({{"name", "Shop"}, {"mode", "live"}, {"scopes", Json::array({"sales:view"})}});
    const Json key = kit().call("createApiKey", shop.token, {{"companyId", shop.company}}, body).body;
    const std::string credential = "Bearer " + key["key"].text();
    EXPECT_EQ(refusal(credential), "");
    kit().call("revokeApiKey", shop.token, {{"companyId", shop.company}, {"keyId", key["id"].text()}});
    EXPECT_EQ(refusal(credential), "401 api-key-invalid");
}

TEST(Gatekeeper, ProvesARememberedKeyByTheRowOfItsCompany) {
    const auto shop = kit().newShop("proof@gate.example");
    const std::string credential = "Bearer " + shop.made["testKey"].text();
    const std::string company = decodeId("com", shop.company).value().toString();
    const auto holds = [&] {
        const auto recalled = kit().gatekeeper->recall(credential, shop.company, "203.0.113.7");
        if (!recalled) {
            return false;
        }
        db::Transaction transaction(kit().services->pool, company);
        transaction.proveWith(recalled->proof);
        try {
            EXPECT_EQ(transaction.query("SELECT current_setting('svc.company')").text(0, 0), company);
            return true;
        } catch (const db::ProofFailed&) {
            return false;
        }
    };
    const auto change = [&](const std::string& what) {
        kit().services->pool.acquire()->query(
            "UPDATE svc.api_key SET " + what + " WHERE company_id = $1 AND mode = 'live'", {company});
    };
    EXPECT_FALSE(holds()) << "nothing is known of it yet";
    EXPECT_EQ(refusal(credential), "");
    EXPECT_TRUE(holds());
    change("last_used_at = now()");
    EXPECT_TRUE(holds());
    for (const std::string what :
         {"scopes = '{}'", "revoked_at = now()", "expires_at = now()", "allowed_ips = '{}'"}) {
        change(what);
        EXPECT_FALSE(holds()) << what << " of another key of the company";
        EXPECT_EQ(refusal(credential), "");
        EXPECT_TRUE(holds());
    }
    kit().services->pool.acquire()->query("UPDATE svc.company SET name = 'Renamed' WHERE company_id = $1",
                                          {company});
    EXPECT_FALSE(holds());
}

TEST(Gatekeeper, RefusesAKeyOutsideItsAddressesAndAfterItsExpiry) {
    const auto shop = kit().newShop("limits@gate.example");
    const Instant end = kit().clock.now() + Instant::Hour;
    const Json body = Json::object({{"name", "Shop"},
                                    {"mode", "live"},
                                    {"scopes", Json::array({"sales:view"})},
                                    {"expiresAt", end},
                                    {"allowedIps", Json::array({"203.0.113.0/24", "2001:db8::1"})}});
    const Json key = kit().call("createApiKey", shop.token, {{"companyId", shop.company}}, body).body;
    const std::string credential = "Bearer " + key["key"].text();
    EXPECT_EQ(refusal(credential), "");
    EXPECT_EQ(refusal(credential, "2001:db8::1"), "");
    EXPECT_EQ(refusal(credential, "198.51.100.1"), "401 api-key-invalid");
    kit().clock.setOffset(2 * Instant::Hour);
    EXPECT_EQ(refusal(credential), "401 api-key-invalid");
    kit().clock.setOffset(0);
}

TEST(Gatekeeper, EndsASessionTwelveHoursAfterItsLastUse) {
    const auto shop = kit().newShop("idle@gate.example");
    const std::string credential = "Bearer " + shop.token;
    kit().clock.setOffset(11 * Instant::Hour);
    EXPECT_EQ(refusal(credential), "");
    kit().clock.setOffset(22 * Instant::Hour);
    EXPECT_EQ(refusal(credential), "");
    kit().clock.setOffset(35 * Instant::Hour);
    EXPECT_EQ(refusal(credential), "401 session-invalid");
    kit().clock.setOffset(0);
}

TEST(Gatekeeper, LetsCallersInWhileTheDatabaseIsReadOnly) {
    const auto shop = kit().newShop("read-only@gate.example");
    kit().clock.setOffset(Instant::Hour); // the time of use would be written
    kit().services->pool.acquire()->query("SET default_transaction_read_only = on");
    EXPECT_EQ(refusal("Bearer " + shop.made["liveKey"].text()), "");
    EXPECT_EQ(refusal("Bearer " + shop.token), "");
    kit().services->pool.acquire()->query("SET default_transaction_read_only = off");
    kit().clock.setOffset(0);
}

TEST(Gatekeeper, LetsCallersInWhileTheDiskOfTheDatabaseIsFull) {
    const auto shop = kit().newShop("full@gate.example");
    db::Connection superuser(db::testing::ScratchCluster::optionsFor(kit().cluster.superuser()));
    superuser.script("CREATE FUNCTION svc.full() RETURNS trigger LANGUAGE plpgsql AS"
                     " $$BEGIN RAISE EXCEPTION 'no space left' USING ERRCODE = '53100'; END$$;"
                     " CREATE TRIGGER is_full BEFORE UPDATE ON svc.api_key EXECUTE FUNCTION svc.full();"
                     " CREATE TRIGGER is_full BEFORE UPDATE ON svc.session EXECUTE FUNCTION svc.full()");
    kit().clock.setOffset(Instant::Hour);
    EXPECT_EQ(refusal("Bearer " + shop.made["liveKey"].text()), "");
    EXPECT_EQ(refusal("Bearer " + shop.token), "");
    kit().clock.setOffset(0);
    superuser.script("DROP FUNCTION svc.full() CASCADE");
}

TEST(LiveHosts, AreCountedAsLongAsTheyAreHeardOf) {
    LiveHosts one(kit().services->pool, newUuid(kit().clock.now()));
    LiveHosts other(kit().services->pool, newUuid(kit().clock.now()));
    one.beat();
    EXPECT_EQ(one.count(), 1);
    other.beat();
    one.beat();
    EXPECT_EQ(one.count(), 2);
    EXPECT_EQ(other.count(), 2);
    other.leave();
    one.beat();
    EXPECT_EQ(one.count(), 1);
    other.beat();
    kit().services->pool.acquire()->query("UPDATE svc.live_host SET seen_at = seen_at - interval '16 s'");
    one.beat();
    EXPECT_EQ(one.count(), 1) << "silent for more than three beats";
}

} // namespace
} // namespace svc::host::api
