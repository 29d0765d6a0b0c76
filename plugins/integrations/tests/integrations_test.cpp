#include <algorithm>
#include <chrono>
#include <mutex>
#include <thread>

#include <gtest/gtest.h>

#include <svc/testing/plugin_test.hpp>

#include "records.hpp"

namespace svc::integrations::testing {
namespace {

/// Two providers: `pay` takes a key, `sign` is connected by OAuth.
class Integrations : public ::testing::Test {
protected:
    using PluginTest = svc::testing::PluginTest;

    Integrations() : test(SVC_PLUGIN_FOLDER) {
        // integration.failed is declared by the host, which names this plugin among its emitters.
        test.host().eventTypes({"integration.connected", "integration.disconnected", "integration.failed"});
        test.offer("host.commands", [](const Json& input) {
            EXPECT_EQ(input.dump(), R"({"prefix":"connector."})");
            return Json::object({{"commands", Json::array({"connector.pay.connect", "connector.pay.describe",
                                                           "connector.sign.describe"})}});
        });
        test.offer("host.address", [](const Json&) {
            return Json::object({{"url", "https://svc.example"}});
        });
        test.offer("connector.pay.describe", [this](const Json&) {
            return Json::object({{"name", "Pay"},
                                 {"kind", "payment"},
                                 {"auth", "api_key"},
                                 {"settingsSchema", schema},
                                 {"capabilities", Json::array({"payment-link", 7})},
                                 {"feeds", feeds}});
        });
        test.offerOutside("connector.pay.connect", [this](const Json& input) {
            connected = input.dump();
            const std::string key = input["credentials"].textOr("secretKey");
            if (key != "secret") {
                throw ApiError(400, "integration-credentials-invalid",
                               {"unknown_key", "there is no key " + key + " or " + key});
            }
            return Json::object(
                {{"account", Json::object({{"name", "Café"}, {"id", "acct_7"}, {"more", 1}})}});
        });
        test.offer("connector.sign.describe", [this](const Json&) {
            return Json::object(
                {{"kind", "signature"}, {"auth", "oauth"}, {"credentialsSchema", signCredentials}});
        });
        test.offerOutside("connector.sign.finish", [this](const Json& input) {
            finished = input;
            return Json::object({{"account", Json::object({{"id", "a1"}, {"name", nullptr}})}});
        });
        test.offerOutside("connector.sign.authorize", [this](const Json& input) {
            authorized = input;
            return Json::object({{"url", "https://sign.example/?state=" + input["state"].text()}});
        });
    }

    static PluginTest::Values pay() { return {{"provider", "pay"}}; }
    static PluginTest::Values sign() { return {{"provider", "sign"}}; }

    std::string connectPay() {
        const auto answer =
            test.post("connectIntegration",
                      {{"credentials", Json::object({{"secretKey", "secret"}})},
                       {"settings", Json::object({{"mode", "live"}, {"note", " as it is "}})}},
                      pay());
        EXPECT_EQ(answer.status, 201) << answer.code << answer.fault;
        return answer.body;
    }
    std::string dataOf(std::size_t index) { return test.events().at(index).data.dump(); }

    PluginTest test;
    std::string connected;
    Json authorized;
    Json finished;
    Json signCredentials;
    Json feeds = Json::array();
    Json schema = Json::object({{"type", "object"}});
};

TEST_F(Integrations, AreListedConnectedOrNot) {
    const std::string made = connectPay();
    EXPECT_EQ(
        made,
        R"({"provider":"pay","name":"Pay","logo":"pay","kind":"payment","auth":"api_key",)"
        R"("authorizable":false,"accountField":null,"state":"connected",)"
        R"("account":{"name":"Café","id":"acct_7","more":1},"settings":{"mode":"live","note":" as it is "},)"
        R"("settingsSchema":{"type":"object"},"credentialsSchema":{},"keysUrl":null,)"
        R"("capabilities":["payment-link",7],"capabilityDescriptions":{"payment-link":)"
        R"("Makes pages where customers pay a sale or a quote, and records what they paid."},"hookUrl":null,"connectedAt":"2026-11-20T09:00:00.000Z",)"
        R"("lastSyncAt":null,"lastError":null,"feeds":[],"lastCalls":[]})");
    EXPECT_EQ(
        connected,
        R"({"credentials":{"secretKey":"secret"},"settings":{"mode":"live","note":" as it is "},"hookUrl":null})");
    const auto list = test.get("listIntegrations");
    EXPECT_EQ(list.header("X-Total-Count"), "2");
    EXPECT_EQ(
        list.body,
        '[' + made +
            R"(,{"provider":"sign","name":"sign","logo":"sign","kind":"signature","auth":"oauth",)"
            R"("authorizable":true,"accountField":null,"state":"available",)"
            R"("account":null,"settings":{},"settingsSchema":{},"credentialsSchema":{},"keysUrl":null,)"
            R"("capabilities":[],"capabilityDescriptions":{},"hookUrl":null,"connectedAt":null,"lastSyncAt":null,"lastError":null,)"
            R"("feeds":[],"lastCalls":[]}])");
    ASSERT_EQ(test.events().size(), 1U);
    EXPECT_EQ(test.events()[0].type, "integration.connected");
    EXPECT_EQ(test.events()[0].object, "integration");
    EXPECT_EQ(test.events()[0].objectId, "pay");
    EXPECT_EQ(
        dataOf(0).substr(0, dataOf(0).find(R"(,"actor")")),
        R"({"id":"pay","provider":"pay","name":"Pay","account":{"name":"Café","id":"acct_7","more":1})");
}

TEST_F(Integrations, AreConnectedOnceAndInTheirOwnWay) {
    const Json wrong = Json::object({{"credentials", Json::object({{"secretKey", "integration-7"}})}});
    EXPECT_EQ(test.post("connectIntegration", wrong, pay()).code,
              "integration-credentials-invalid:unknown_key:there is no key *** or ***")
        << "the provider repeats what it was given";
    EXPECT_EQ(test.post("connectIntegration", Json::object(), sign()).code, "integration-auth-mismatch");
    EXPECT_EQ(test.post("connectIntegration", Json::object(), {{"provider", "none"}}).code,
              "provider-not-found");
    EXPECT_EQ(test.get("authorizeIntegration", pay()).code, "integration-auth-mismatch");
    connectPay();
    EXPECT_EQ(test.post("connectIntegration", Json::object(), pay()).code, "integration-connected");
}

TEST_F(Integrations, SendPeopleToTheProviderWithTheWayBack) {
    const Json told =
        test.get("authorizeIntegration", sign(), {{"returnUrl", "https://svc.example/settings"}}).json();
    const std::string state = told["state"].text();
    EXPECT_EQ(told["url"].text(), "https://sign.example/?state=" + state);
    EXPECT_EQ(told["expiresAt"].text(), "2026-11-20T09:10:00.000Z");
    EXPECT_TRUE(state.starts_with("com_")) << state;
    EXPECT_EQ(authorized["redirectUri"].text(), "https://svc.example/oauth/callback/sign");
    EXPECT_EQ(authorized["codeChallenge"].text().size(), 43U);
    for (const char* other :
         {"https://other.example/", "https://svc.example/x\r\nSet-Cookie: evil=1", "https://svc.example/x\ty",
          "https://svc.example/a b", "https://svc.example/caf\u00e9", "https://svc.example/\x7f"}) {
        EXPECT_EQ(test.get("authorizeIntegration", sign(), {{"returnUrl", other}}).code,
                  "field-invalid:returnUrl")
            << other;
    }
    const Json account = Json::object({{"id", "a1"}, {"name", nullptr}});
    const Json made = test.command("integrations.connected", {{"provider", "sign"}, {"account", account}});
    EXPECT_EQ(made["state"].text(), "connected");
    EXPECT_EQ(made["account"], account);
    EXPECT_EQ(made["settings"], Json::object());
    EXPECT_THROW(test.command("integrations.connected", {{"provider", "sign"}, {"account", account}}),
                 ApiError);
    EXPECT_EQ(test.command("integrations.plan_use").dump(), R"({"integrations":1})");
}

TEST_F(Integrations, AskWhoseAccountItIsWhereEachHasAPlaceOfItsOwn) {
    signCredentials = Json::parse(R"({"type":"object","required":["account"],"properties":{)"
                                  R"("account":{"type":"string","pattern":"^[a-z]+[.]sign[.]example$"}}})");
    EXPECT_EQ(test.get("authorizeIntegration", sign()).code, "field-required:account");
    EXPECT_EQ(test.get("authorizeIntegration", sign(), {{"account", "evil.example"}}).code,
              "field-invalid:account");
    const Json told = test.get("authorizeIntegration", sign(), {{"account", "quais.sign.example"}}).json();
    EXPECT_EQ(authorized["account"].text(), "quais.sign.example");
    const auto back =
        test.get("finishAuthorization", sign(), {{"state", told["state"].text()}, {"code", "c"}});
    EXPECT_EQ(back.status, 302) << back.code << back.fault;
    EXPECT_EQ(finished["account"].text(), "quais.sign.example");
}

TEST_F(Integrations, KeepTheirSettingsAndTellWhatHasChanged) {
    EXPECT_EQ(test.patch("changeIntegrationSettings", {{"mode", "test"}}, pay()).code,
              "integration-not-connected");
    connectPay();
    const auto answer = test.patch("changeIntegrationSettings", {{"mode", "test"}, {"limit", 3}}, pay());
    EXPECT_EQ(answer.json()["settings"].dump(), R"({"mode":"test","note":" as it is ","limit":3})")
        << answer.fault;
    EXPECT_EQ(test.history().back().action, "settings.changed");
    EXPECT_EQ(test.history().back().documentId, "pay");
    EXPECT_EQ(test.history().back().changes.dump(),
              R"([{"field":"settings","from":{"mode":"live","note":" as it is "},)"
              R"("to":{"mode":"test","note":" as it is ","limit":3}}])");
}

TEST_F(Integrations, AreTriedByACall) {
    connectPay();
    EXPECT_EQ(test.post("testIntegration", Json::object(), pay()).body,
              R"({"ok":true,"durationMs":0,"error":null})");
    test.offerOutside("connector.pay.test", [](const Json&) {
        return Json::object({{"ok", false}, {"durationMs", 12}, {"error", "closed"}});
    });
    EXPECT_EQ(test.post("testIntegration", Json::object(), pay()).body,
              R"({"ok":false,"durationMs":12,"error":"closed"})");
    EXPECT_EQ(test.get("listIntegrations").json()[0]["lastError"].text(), "closed");
    test.offerOutside("connector.pay.test",
                      [](const Json&) -> Json { throw ApiError(400, "integration-unreachable"); });
    EXPECT_EQ(test.post("testIntegration", Json::object(), pay()).body,
              R"({"ok":false,"durationMs":0,"error":"integration-unreachable"})");
    EXPECT_EQ(test.command("integrations.get", {{"provider", "pay"}})["failures"].integer(), 2);
}

TEST_F(Integrations, SettingsFitTheSchemaOfTheProvider) {
    schema = Json::parse(R"({"type":"object","additionalProperties":false,"required":["mode"],"properties":{)"
                         R"("mode":{"enum":["live","test"]},"limit":{"type":"integer","minimum":1},)"
                         R"("note":{"type":"string","maxLength":20}}})");
    const auto connect = [&](const Json& settings) {
        return test.post("connectIntegration",
                         {{"credentials", Json::object({{"secretKey", "secret"}})}, {"settings", settings}},
                         pay());
    };
    EXPECT_EQ(connect(Json::object()).code, "field-required:settings.mode");
    EXPECT_EQ(connect(Json::object({{"mode", "hot"}})).code, "field-invalid:settings.mode");
    EXPECT_EQ(connect(Json::object({{"mode", "live"}, {"limit", 0}})).code, "field-invalid:settings.limit");
    EXPECT_EQ(connect(Json::object({{"mode", "live"}, {"other", 1}})).code, "field-invalid:settings.other");
    EXPECT_TRUE(connected.empty()) << "the provider is not asked";
    connectPay();
    EXPECT_EQ(test.patch("changeIntegrationSettings", {{"limit", "3"}}, pay()).code, "field-invalid:limit");
    EXPECT_EQ(test.patch("changeIntegrationSettings", {{"limit", 3}}, pay()).status, 200);
}

TEST_F(Integrations, SettingsNameOnlyRecordsThatTheCompanyHas) {
    schema =
        Json::parse(R"({"type":"object","properties":{"walletId":{"type":"string","pattern":"^wal_"},)"
                    R"("clients":{"type":"object","additionalProperties":{"type":"string","x-id":"par"}},)"
                    R"("items":{"type":"array","items":{"type":"string","x-id":"itm"}}}})");
    const std::string one = "_01jd93ne9skheab73zzekk66h8";
    const std::string other = "_01jd917ehm8vtfvkxjcsqjsvj8";
    test.offer("treasury.wallet", [one](const Json& input) {
        return input["id"].text().ends_with(one) ? walletRecord(input["id"]) : Json(nullptr);
    });
    test.offer("partners.get", [one](const Json& input) {
        return input["id"].text().ends_with(one) ? partnerRecord(input["id"]) : Json(nullptr);
    });
    test.offer("stock.items", [](const Json&) { return Json::object({{"items", Json::array()}}); });
    const auto refused = [&](const Json& settings) {
        return test
            .post("connectIntegration",
                  {{"credentials", Json::object({{"secretKey", "secret"}})}, {"settings", settings}}, pay())
            .code;
    };
    const auto clients = [](const std::string& id) {
        return Json::object({{"clients", Json::object({{"7", id}})}});
    };
    EXPECT_EQ(refused(Json::object({{"walletId", "wal" + other}})), "wallet-not-found");
    EXPECT_EQ(refused(Json::object({{"walletId", "wal_1"}})), "field-invalid:settings.walletId");
    EXPECT_EQ(refused(clients("par" + other)), "partner-not-found");
    EXPECT_EQ(refused(clients("wal" + one)), "field-invalid:settings.clients.7");
    EXPECT_EQ(refused(Json::object({{"items", Json::array({Json("itm" + one)})}})),
              "item-not-found:itm" + one);
    EXPECT_TRUE(connected.empty()) << "nobody asks the provider before";
    EXPECT_EQ(refused(Json::object({{"walletId", "wal" + one}})), "");
    EXPECT_EQ(test.patch("changeIntegrationSettings", {{"walletId", "wal" + other}}, pay()).code,
              "wallet-not-found");
    EXPECT_EQ(test.patch("changeIntegrationSettings", {{"walletId", "wal_1"}}, pay()).code,
              "field-invalid:walletId");
    EXPECT_EQ(
        test.patch("changeIntegrationSettings", {{"clients", Json::object({{"7", "par" + one}})}}, pay())
            .status,
        200);
}

TEST_F(Integrations, SomebodyElseMayBeFasterWhileTheProviderIsAsked) {
    test.offerOutside("connector.pay.connect", [this](const Json&) {
        if (test.events().empty()) {
            test.command("integrations.connected", {{"provider", "pay"}, {"account", nullptr}});
        }
        return Json::object({{"account", nullptr}});
    });
    EXPECT_EQ(test.post("connectIntegration", Json::object(), pay()).code, "integration-connected");
    test.offerOutside("connector.pay.disconnect", [this](const Json&) {
        test.command("integrations.disconnected", {{"provider", "pay"}});
        return Json::object();
    });
    EXPECT_EQ(test.remove("disconnectIntegration", pay()).status, 204);
}

/// The keys that a connector keeps, and how many callers change them at once.
struct KeptKeys {
    std::mutex mutex;
    std::string key;
    int callers = 0;
    int mostCallers = 0;
    int calls = 0;

    /// Takes as long as a slow provider.
    void become(const std::string& next) {
        {
            const std::lock_guard lock(mutex);
            ++calls;
            mostCallers = std::max(mostCallers, ++callers);
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(300));
        const std::lock_guard lock(mutex);
        --callers;
        key = next;
    }
};

TEST_F(Integrations, KeepKeysAndAccountOfTheSameRequest) {
    KeptKeys kept;
    test.offerOutside("connector.pay.connect", [&](const Json& input) {
        const std::string key = input["credentials"].textOr("secretKey");
        kept.become(key);
        return Json::object({{"account", Json::object({{"id", key}, {"name", nullptr}})}});
    });
    test.offerOutside("connector.pay.disconnect", [&](const Json&) {
        kept.become("");
        return Json::object();
    });
    test.get("listIntegrations"); // starts the plugin before the threads
    std::vector<std::string> codes(2);
    const auto bothAtOnce = [&](const auto& send) {
        std::thread other([&] { codes[1] = send("b"); });
        codes[0] = send("a");
        other.join();
        std::sort(codes.begin(), codes.end());
    };
    bothAtOnce([&](const std::string& key) {
        return test.post("connectIntegration", {{"credentials", Json::object({{"secretKey", key}})}}, pay())
            .code;
    });
    EXPECT_EQ(codes, (std::vector<std::string>{"", "integration-connected"}));
    EXPECT_EQ(kept.calls, 1) << "the provider is not asked about the other key";
    EXPECT_EQ(test.get("listIntegrations").json()[0]["account"]["id"].text(), kept.key);
    bothAtOnce([&](const std::string&) { return test.remove("disconnectIntegration", pay()).code; });
    EXPECT_EQ(codes, (std::vector<std::string>{"", "integration-not-connected"}));
    EXPECT_EQ(kept.calls, 2);
    EXPECT_EQ(kept.mostCallers, 1);
}

TEST_F(Integrations, AreConnectedAfterAHostHasEndedMeanwhile) {
    connectPay();
    EXPECT_EQ(test.remove("disconnectIntegration", pay()).status, 204);
    test.database().run("INSERT INTO integrations.turn (company_id, provider, holder, until)"
                        " VALUES ($1, 'pay', gen_random_uuid(), '2026-11-20T09:02:00Z')",
                        {test.situation().company.toString()});
    test.situation().now = test.situation().now + 2 * Instant::Minute;
    connectPay();
}

TEST_F(Integrations, TheFifthFailureInARowIsTold) {
    connectPay();
    for (int i = 1; i <= 4; ++i) {
        EXPECT_EQ(test.command("integrations.call_failed", {{"provider", "pay"}, {"error", "late"}}).dump(),
                  R"({"state":"connected"})");
    }
    EXPECT_EQ(test.events().size(), 1U);
    EXPECT_EQ(test.command("integrations.call_failed", {{"provider", "pay"}}).dump(), R"({"state":"error"})");
    ASSERT_EQ(test.events().size(), 2U);
    EXPECT_EQ(test.events()[1].type, "integration.failed");
    EXPECT_EQ(test.events()[1].objectId, "pay");
    EXPECT_EQ(
        dataOf(1).substr(0, dataOf(1).find(R"(,"actor")")),
        R"({"id":"pay","provider":"pay","webhookId":null,"failures":5,"error":"unknown","disabled":false,)"
        R"("since":"2026-11-20T09:00:00.000Z")");
    EXPECT_EQ(test.history().back().changes.dump(), R"([{"field":"state","from":"connected","to":"error"}])");
    EXPECT_EQ(test.command("integrations.get", {{"provider", "pay"}}).dump(),
              R"({"provider":"pay","state":"error","account":{"name":"Café","id":"acct_7","more":1},)"
              R"("settings":{"mode":"live","note":" as it is "},"failures":5,"lastSyncAt":null})");
    EXPECT_EQ(test.command("integrations.call_succeeded", {{"provider", "pay"}, {"synced", true}}).dump(),
              "{}");
    EXPECT_EQ(test.history().back().changes.dump(), R"([{"field":"state","from":"error","to":"connected"}])");
    EXPECT_TRUE(test.command("integrations.get", {{"provider", "sign"}}).isNull());
    EXPECT_THROW(test.command("integrations.call_failed", {{"provider", "sign"}, {"error", "x"}}), ApiError);
}

TEST_F(Integrations, EndByAPersonOrByTheProvider) {
    connectPay();
    const Json expired =
        test.command("integrations.disconnected", {{"provider", "pay"}, {"reason", "expired"}});
    EXPECT_EQ(expired["state"].text(), "expired");
    EXPECT_EQ(dataOf(1).substr(0, dataOf(1).find(R"(,"actor")")),
              R"({"id":"pay","provider":"pay","name":"Pay","reason":"expired")");
    connectPay();
    EXPECT_EQ(test.remove("disconnectIntegration", pay()).status, 204);
    EXPECT_EQ(dataOf(3).substr(0, dataOf(3).find(R"(,"actor")")),
              R"({"id":"pay","provider":"pay","name":"Pay","reason":"user")");
    EXPECT_EQ(test.remove("disconnectIntegration", pay()).code, "integration-not-connected");
    connectPay();
    test.command("integrations.disconnected", {{"provider", "pay"}});
    EXPECT_EQ(dataOf(5).substr(0, dataOf(5).find(R"(,"actor")")),
              R"({"id":"pay","provider":"pay","name":"Pay","reason":"revoked")");
}

} // namespace
} // namespace svc::integrations::testing
