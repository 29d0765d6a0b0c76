#include "host/webhooks/signature.hpp"
#include "host/webhooks/webhook_secret.hpp"

#include <gtest/gtest.h>

namespace svc::host::webhooks {
namespace {

// printf '%s' '1763629200.{"id":"evt_1"}' | openssl dgst -sha256 -hmac whsec_test
TEST(Signature, IsTheHmacOfTimeAndBodyUnderTheWholeSecret) {
    EXPECT_EQ(signatureHeader({"whsec_test"}, 1763629200, R"({"id":"evt_1"})"),
              "t=1763629200,v1=81a9f3d03e05a26d6097e2ca0dc5fbe54b532415a3ef2d56fef338b4cdf34917");
    EXPECT_EQ(signatureHeader({"whsec_test"}, 0, ""),
              "t=0,v1=a2fa7a43c6a1cf2e784eaf3327d65c65b3d2b790320ebed9aa5661bc42a8cccd");
}

// The example of the Standard Webhooks specification.
TEST(Signature, IsThatOfStandardWebhooksToo) {
    EXPECT_EQ(standardSignature({"whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"}, "msg_p5jXN8AQM9LWM0D4loKWxJek",
                                1614265330, R"({"test": 2432232314})"),
              "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
}

TEST(Signature, HasOneForEachSecretThatHolds) {
    const std::string both = signatureHeader({"whsec_new", "whsec_old"}, 0, "");
    EXPECT_EQ(both.substr(0, 71), signatureHeader({"whsec_new"}, 0, ""));
    EXPECT_EQ(both.substr(71), signatureHeader({"whsec_old"}, 0, "").substr(3));
    const std::string standard = standardSignature({"whsec_bmV3", "whsec_b2xk"}, "evt_1", 0, "");
    EXPECT_EQ(standard, standardSignature({"whsec_bmV3"}, "evt_1", 0, "") + ' ' +
                            standardSignature({"whsec_b2xk"}, "evt_1", 0, ""));
}

TEST(Secret, HasItsFormAndIsNeverTheSame) {
    const std::string secret = SecretSealer::make();
    EXPECT_EQ(secret.size(), 46U);
    EXPECT_EQ(secret.substr(0, 6), "whsec_");
    EXPECT_NE(secret, SecretSealer::make());
}

TEST(Secret, OpensOnlyForItsOwnRecord) {
    const SecretSealer sealer({{1, std::string(32, 'j')}, {2, std::string(32, 'k')}});
    const Uuid company = *Uuid::parse("01890000-0000-7000-8000-000000000001");
    const Uuid webhook = *Uuid::parse("01890000-0000-7000-8000-000000000002");
    const std::string sealed = sealer.seal(company, webhook, "whsec_a");
    EXPECT_EQ(sealed.find("whsec_a"), std::string::npos);
    EXPECT_EQ(sealer.newest(), 2);
    EXPECT_EQ(sealer.open(company, webhook, 2, sealed), "whsec_a");
    EXPECT_THROW(sealer.open(webhook, company, 2, sealed), std::runtime_error);
    EXPECT_THROW(sealer.open(company, company, 2, sealed), std::runtime_error);
    EXPECT_THROW(sealer.open(company, webhook, 1, sealed), std::runtime_error);
    EXPECT_THROW(sealer.open(company, webhook, 3, sealed), std::runtime_error);
}

TEST(Secret, OpensWhatAnEarlierKeySealed) {
    const SecretSealer before({{1, std::string(32, 'j')}});
    const SecretSealer after({{1, std::string(32, 'j')}, {2, std::string(32, 'k')}});
    const Uuid company = *Uuid::parse("01890000-0000-7000-8000-000000000001");
    const Uuid webhook = *Uuid::parse("01890000-0000-7000-8000-000000000002");
    EXPECT_EQ(after.open(company, webhook, 1, before.seal(company, webhook, "whsec_a")), "whsec_a");
}

} // namespace
} // namespace svc::host::webhooks
