// Rotation of the master key: data sealed with the old key stay readable and are sealed again; then the old
// key can be removed.
#include <filesystem>
#include <fstream>
#include <sstream>

#include "host/auth/totp.hpp"
#include "support/program.hpp"
#include "webhook_kit.hpp"

namespace svc::test {
namespace {

namespace fs = std::filesystem;

class MasterKeys : public Webhooks {
protected:
    fs::path keyFile() const { return service.dataFolder() / "master.key"; }
    std::string keys() const {
        std::ostringstream text;
        text << std::ifstream(keyFile()).rdbuf();
        return text.str();
    }
    void restart() {
        EXPECT_EQ(service.stop(), 0);
        service.start();
        reconnect();
    }
    std::string reencrypt(const std::vector<std::string>& more = {}) {
        std::vector<std::string> words{"reencrypt"};
        words.insert(words.end(), more.begin(), more.end());
        const auto [code, output] = service.command(words);
        EXPECT_EQ(code, 0) << output;
        return output;
    }
    void expectDelivery(const std::string& path, const Json& hook, std::size_t count) {
        const auto received = receiver.waitFor(path, count);
        ASSERT_GE(received.size(), count);
        EXPECT_TRUE(isSignedWith(received.back(), hook.textOr("secret")));
    }
};

TEST_F(MasterKeys, AreChangedWhileTheServiceRunsAndTheOldOneMayGo) {
    // A webhook, a one-time code and a waiting message are sealed with the first key.
    const Json old = createHook("/old-key", {"sale.created"});
    const std::string email = unique("code") + "@keys.example";
    const std::string password = "bateau-lavoir-1906";
    HttpClient anybody = service.anonymous();
    const Answer person = anybody.post(
        "/auth/signup", Json::object({{"name", "Ada"}, {"email", email}, {"password", password}}));
    ASSERT_TRUE(hasStatus(person, 201));
    const Answer enabled =
        service.client(person.json.textOr("token")).patch("/auth/me", Json::object({{"otpEnabled", true}}));
    const std::string otp = host::auth::base32Decode(enabled.json.textOr("otpSecret")).value();
    const auto codeNow = [&] {
        const Json clock =
            service.anonymous().post("/testing/clock", Json::object({{"advance", "PT1M"}})).json;
        return host::auth::totpCode(otp, host::auth::totpStep(Instant::parse(clock.textOr("now")).value()));
    };
    ASSERT_TRUE(hasStatus(service.client(person.json.textOr("token"))
                              .patch("/auth/me", Json::object({{"otpEnabled", true}, {"otp", codeNow()}})),
                          200));

    // The journal of the ledger gets a checkpoint each hour.
    makeSale();
    service.anonymous().post("/testing/clock", Json::object({{"advance", "PT2H"}}));
    EXPECT_NE(service.sql("SELECT count(*) FROM ledger.checkpoint"), std::vector<std::string>{"0"});
    EXPECT_NE(reencrypt().find("one master key only"), std::string::npos);
    const std::string first = keys();
    EXPECT_NE(reencrypt({"--add-key"}).find("key 2 is added"), std::string::npos);
    EXPECT_EQ(keys().rfind(first, 0), 0U);
    EXPECT_NE(keys().find("\n2:"), std::string::npos);
    EXPECT_EQ(fs::status(keyFile()).permissions(), fs::perms::owner_read | fs::perms::owner_write);

    restart();
    makeSale();
    expectDelivery("/old-key", old, 1);
    const Json fresh = createHook("/new-key", {"sale.created"});
    EXPECT_EQ(
        service.sql(
            "SELECT key_version, count(*) FROM svc.webhook WHERE url LIKE '%-key' GROUP BY 1 ORDER BY 1"),
        (std::vector<std::string>{"1|1", "2|1"}));

    const std::string cursor = client().get(service.company("/events?limit=1")).json.textOr("nextCursor");
    EXPECT_NE(reencrypt().find("1 webhooks, 1 one-time codes"), std::string::npos);
    EXPECT_NE(reencrypt().find("0 webhooks, 0 one-time codes, 0 messages"), std::string::npos)
        << "the second run finds nothing left";
    EXPECT_EQ(service.sql("SELECT count(*) FROM svc.user_account WHERE otp_secret LIKE '2.%'"),
              std::vector<std::string>{"1"});

    // Without the first key what it has signed cannot be verified, with its public part it can.
    const auto verified = [&] { return service.command({"verify"}); };
    const std::string both = keys();
    EXPECT_EQ(verified().first, 0);
    { std::ofstream(keyFile()) << both.substr(both.find('\n') + 1); }
    EXPECT_EQ(verified().first, 1);
    EXPECT_NE(verified().second.find("expected a signature of this service, found unverifiable: one by a key "
                                     "that is not in the master key"),
              std::string::npos)
        << verified().second;
    { std::ofstream(keyFile()) << both; }
    EXPECT_NE(reencrypt({"--retire-old"}).find("key 1 is removed; its public part stays"), std::string::npos);
    EXPECT_EQ(keys().rfind("1:public:", 0), 0U) << keys();
    EXPECT_EQ(keys().find(first.substr(0, 64)), std::string::npos);
    EXPECT_EQ(fs::status(keyFile()).permissions(), fs::perms::owner_read | fs::perms::owner_write);
    restart();
    EXPECT_EQ(verified().first, 0) << verified().second;
    makeSale();
    expectDelivery("/old-key", old, 2);
    expectDelivery("/new-key", fresh, 1);
    EXPECT_TRUE(hasStatus(client().get(service.company("/events?cursor=" + cursor)), 200));
    const std::string code = codeNow();
    EXPECT_TRUE(
        hasStatus(service.anonymous().post(
                      "/auth/login", Json::object({{"email", email}, {"password", password}, {"otp", code}})),
                  200));
}

TEST_F(MasterKeys, AWrongTextIsToldWithItsSource) {
    const auto tryKey = [&](const std::string& text) {
        return runHost({"reencrypt", "--config", service.configFile().string()},
                       {"SVC_MASTER_KEY=" + text, "SVC_DATA=" + service.dataFolder().string()});
    };
    const std::string digits(64, 'a');
    EXPECT_NE(tryKey("short").errors.find("SVC_MASTER_KEY is not one"), std::string::npos);
    EXPECT_NE(tryKey(digits + "," + digits).errors.find("version 1 twice"), std::string::npos);
    EXPECT_NE(tryKey("x:" + digits).errors.find("is not one"), std::string::npos);
    EXPECT_EQ(tryKey(digits).code, 1);
    EXPECT_NE(tryKey(digits).errors.find("SVC_MASTER_KEY is not the one that this database was written with"),
              std::string::npos);
}

TEST_F(MasterKeys, ADatabaseThatHasSecretsDoesNotStartWithoutItsKey) {
    const Json hook = createHook("/kept-key", {"sale.created"});
    ASSERT_EQ(service.stop(), 0);
    const std::string kept = keys();
    fs::remove(keyFile());
    const auto serve = [&] {
        return runHost({"serve", "--config", service.configFile().string()},
                       {"SVC_DATA=" + service.dataFolder().string()});
    };
    const auto missing = serve();
    EXPECT_EQ(missing.code, 1);
    EXPECT_NE(missing.errors.find("is missing, and the database holds secrets"), std::string::npos);
    EXPECT_NE(missing.errors.find("Put the key back from its backup"), std::string::npos);
    EXPECT_FALSE(fs::exists(keyFile())) << "no other key is made in its place";

    { std::ofstream(keyFile()) << std::string(64, 'b') + '\n'; }
    fs::permissions(keyFile(), fs::perms::owner_read | fs::perms::owner_write);
    const auto other = serve();
    EXPECT_EQ(other.code, 1);
    EXPECT_NE(other.errors.find("is not the one that this database was written with"), std::string::npos);

    { std::ofstream(keyFile()) << kept; }
    service.start();
    reconnect();
    makeSale();
    expectDelivery("/kept-key", hook, 1);
}

} // namespace
} // namespace svc::test
