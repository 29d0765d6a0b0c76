#include <gtest/gtest.h>

#include "provider_test.hpp"

namespace svc::integrations::testing {
namespace {

/// A bank that requires a user's consent after the keys were verified.
class Consents : public ProviderTest {
protected:
    Consents()
        : ProviderTest("bank",
                       Json::parse(R"({"name":"Bank","kind":"bank_feed","auth":"api_key","consent":true,
                "settingsSchema":{"type":"object","required":["walletId"],
                                  "properties":{"walletId":{"type":"string"}}}})")) {
        test.offerOutside("connector.bank.connect", [this](const Json& input) {
            asked = input;
            if (input["credentials"].textOr("key") != "right") {
                throw ApiError(400, "integration-credentials-invalid");
            }
            return Json::object({{"url", "https://bank.example/agree"}});
        });
        test.offerOutside("connector.bank.finish", [this](const Json& input) {
            finished.push_back(input);
            if (refusal) {
                throw ApiError(400, "provider-refused", {*refusal});
            }
            return Json::object({{"account", Json::object({{"id", "BE1"}, {"name", "Bank"}})}});
        });
    }

    static PluginTest::Values bank() { return {{"provider", "bank"}}; }
    auto connect(const std::string& key = "right") {
        return test.post("connectIntegration",
                         {{"credentials", Json::object({{"key", key}})},
                          {"settings", Json::object({{"walletId", "wal_1"}})},
                          {"returnUrl", "https://svc.example/banks?tab=1"}},
                         bank());
    }
    auto comeBack(PluginTest::Values query) { return test.get("finishAuthorization", bank(), query); }
    Json shown() { return test.get("listIntegrations").json()[0]; }

    Json asked;
    std::vector<Json> finished;
    std::optional<std::string> refusal;
};

TEST_F(Consents, AreGivenAtTheProviderBeforeItIsConnected) {
    const auto answer = connect();
    ASSERT_EQ(answer.status, 201) << answer.code << answer.fault;
    const Json authorization = answer.json()["authorization"];
    const std::string state = authorization["state"].text();
    EXPECT_EQ(answer.json()["state"].text(), "available");
    EXPECT_EQ(authorization["url"].text(), "https://bank.example/agree");
    EXPECT_EQ(authorization["expiresAt"].text(), "2026-11-20T09:10:00.000Z");
    EXPECT_EQ(asked["state"].text(), state);
    EXPECT_EQ(asked["redirectUri"].text(), "https://svc.example/oauth/callback/bank");
    EXPECT_EQ(asked["settings"].dump(), R"({"walletId":"wal_1"})");
    EXPECT_TRUE(test.events().empty()) << "nobody has agreed yet";
    EXPECT_FALSE(shown().contains("authorization"));

    const auto back = comeBack({{"ref", state}});
    EXPECT_EQ(back.status, 302) << back.code << back.fault;
    EXPECT_EQ(back.header("Location"), "https://svc.example/banks?tab=1&integration=bank");
    ASSERT_EQ(finished.size(), 1U);
    EXPECT_EQ(finished[0]["state"].text(), state);
    EXPECT_TRUE(finished[0]["code"].isNull());
    EXPECT_EQ(finished[0]["settings"].dump(), R"({"walletId":"wal_1"})");
    EXPECT_EQ(shown()["state"].text(), "connected");
    EXPECT_EQ(shown()["settings"].dump(), R"({"walletId":"wal_1"})");
    EXPECT_EQ(test.events().back().type, "integration.connected");
    EXPECT_EQ(comeBack({{"ref", state}}).code, "state-invalid") << "once";
    EXPECT_EQ(connect().code, "integration-connected");
}

TEST_F(Consents, ThatAreNotGivenConnectNothing) {
    EXPECT_EQ(connect("wrong").code, "integration-credentials-invalid");
    EXPECT_EQ(test.post("connectIntegration", Json::object(), bank()).code,
              "field-required:settings.walletId");
    const std::string first = connect().json()["authorization"]["state"].text();
    const auto refused = comeBack({{"ref", first}, {"error", "UserCancelledSession"}});
    EXPECT_EQ(refused.header("Location"), "https://svc.example/banks?tab=1&error=UserCancelledSession");
    EXPECT_TRUE(finished.empty());
    const std::string second = connect().json()["authorization"]["state"].text();
    refusal = "consent-refused";
    EXPECT_EQ(comeBack({{"ref", second}}).header("Location"),
              "https://svc.example/banks?tab=1&error=provider-refused%3Aconsent-refused");
    const std::string third = connect().json()["authorization"]["state"].text();
    test.situation().now = test.situation().now + 11 * Instant::Minute;
    EXPECT_EQ(comeBack({{"ref", third}}).code, "state-invalid") << "too late";
    EXPECT_EQ(shown()["state"].text(), "available");
    EXPECT_EQ(test.post("connectIntegration",
                        {{"settings", Json::object({{"walletId", "wal_1"}})},
                         {"returnUrl", "https://elsewhere.example/"}},
                        bank())
                  .code,
              "field-invalid:returnUrl");
}

TEST_F(Consents, AreOfTheKeysThatWereGivenLast) {
    const std::string first = connect().json()["authorization"]["state"].text();
    EXPECT_EQ(connect("wrong").code, "integration-credentials-invalid") << "it replaces nothing";
    const std::string second = connect().json()["authorization"]["state"].text();
    EXPECT_EQ(comeBack({{"ref", first}}).code, "state-invalid");
    EXPECT_TRUE(finished.empty());
    EXPECT_EQ(comeBack({{"ref", second}}).header("Location"),
              "https://svc.example/banks?tab=1&integration=bank");
}

} // namespace
} // namespace svc::integrations::testing
