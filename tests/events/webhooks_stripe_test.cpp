// Stripe's public library verifies real deliveries of the service: the signature header has the same form.
#include <fstream>

#include "support/program.hpp"
#include "webhook_kit.hpp"

namespace svc::test {
namespace {

namespace fs = std::filesystem;

constexpr const char* Wanted = R"({"private":true,"dependencies":{"stripe":"17.7.0"}})";
constexpr const char* Verifier = R"js(
const stripe = require('stripe')('sk_test_none');
const [secret, header, file] = process.argv.slice(2);
const event = stripe.webhooks.constructEvent(require('node:fs').readFileSync(file), header, secret, 300);
console.log(event.id);
)js";

class WebhookWithStripe : public Webhooks {
protected:
    void SetUp() override {
        if (runProgram({"npm", "--version"}).code != 0) {
            GTEST_SKIP() << "npm is not installed";
        }
        fs::create_directories(folder);
        const bool there = fs::exists(folder / "node_modules/stripe/package.json");
        std::ofstream(folder / "package.json") << Wanted;
        std::ofstream(folder / "verify.js") << Verifier;
        if (!there) {
            const Outcome installed =
                runProgram({"npm", "install", "--prefix", folder.string(), "--no-audit", "--no-fund",
                            "--ignore-scripts", "--fetch-retries=0", "--fetch-timeout=20000"},
                           {"npm_config_cache=" + (folder / "cache").string()});
            if (installed.code != 0) {
                GTEST_SKIP() << "the package cannot be fetched: " << installed.errors.substr(0, 300);
            }
        }
    }
    /// The result of the library for a request.
    Outcome verify(const std::string& secret, const std::string& header, const std::string& body) const {
        std::ofstream(folder / "body", std::ios::binary) << body;
        return runProgram(
            {"node", (folder / "verify.js").string(), secret, header, (folder / "body").string()});
    }

    const fs::path folder = SVC_TEST_CACHE;
};

TEST_F(WebhookWithStripe, RealDeliveriesAreVerified) {
    const Json hook = createHook("/stripe", {"sale.*"});
    const Answer sale = client().post(service.company("/sales"), smallSale("Café à la crème, 日本"));
    ASSERT_TRUE(hasStatus(sale, 201));
    const auto received = receiver.waitFor("/stripe", 1);
    ASSERT_FALSE(received.empty());
    const std::string secret = hook.textOr("secret");
    const std::string header = received.front().header("svc-signature");
    const Outcome good = verify(secret, header, received.front().body);
    EXPECT_EQ(good.code, 0) << good.errors;
    EXPECT_EQ(good.output, received.front().json()["id"].text() + "\n");
    EXPECT_NE(verify(secret + "x", header, received.front().body).code, 0);
    EXPECT_NE(verify(secret, header, received.front().body + " ").code, 0);
}

} // namespace
} // namespace svc::test
