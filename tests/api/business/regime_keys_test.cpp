// Private keys that a company gives to its regimes.
#include <svc/encoding.hpp>

#include "api/business/desk.hpp"
#include "api/business/provider_service.hpp"

namespace svc::test {
namespace {

/// A key valid for 40 days of the service's clock, as PKCS #12.
std::string keyFile() {
    return makeKey("/CN=Till 1/C=BE", 40).pkcs12;
}

class RegimeKeys : public ::testing::Test {
protected:
    Answer put(const std::string& file, const std::string& password) {
        return desk.put(
            "/fiscal/test-keys",
            js("{'enabled':true,'settings':{'signature':'$1','signaturePassword':'$2'}}", {file, password}));
    }
    Json sign() {
        const Answer answer =
            desk.post("/provider/fiscal.sign",
                      js("{'regime':'test-keys','key':'signature','algorithm':'ES256','data':'$1'}",
                         {base64Encode("x")}));
        EXPECT_TRUE(hasStatus(answer, 200));
        return answer.json["answer"];
    }
    std::size_t warnings() {
        std::size_t count = 0;
        const Json history = desk.read("/history/regime/test-keys");
        for (const Json& line : history["data"].items()) {
            count += line.textOr("action") == "certificate.expiring" ? 1U : 0U;
        }
        return count;
    }
    /// Moves the service's clock forward to an instant; due jobs run.
    static void until(Instant instant) {
        const std::int64_t ahead = instant.seconds() - advanceClock(0).seconds();
        advanceClock(ahead > 0 ? ahead : 0);
    }

    RunningService& service = serviceWithProvider();
    Desk desk{service, unique("Firm"), "BE"};
};

TEST_F(RegimeKeys, AreKeptAndSignAndAreGivenToNobody) {
    const std::string file = keyFile();
    EXPECT_TRUE(isRefusal(desk.put("/fiscal/test-keys", js("{'enabled':true}")), 400,
                          "regime-settings-missing:signature"));
    EXPECT_TRUE(isRefusal(put(file, "shut"), 400, "field-invalid:settings.signature"));
    EXPECT_TRUE(isRefusal(put("no key", "open"), 400, "field-invalid:settings.signature"));
    const Answer kept = put(file, "open");
    ASSERT_TRUE(hasStatus(kept, 200));
    EXPECT_TRUE(same(kept.json["settings"], js("{'signature':'***'}"))) << kept.body;
    const Json certificate = kept.json["certificates"].items()[0];
    EXPECT_EQ(certificate.textOr("setting"), "signature");
    EXPECT_EQ(certificate.textOr("kind"), "EC P-256");
    EXPECT_EQ(certificate.textOr("subject"), "C=BE,CN=Till 1");
    EXPECT_FALSE(certificate["notAfter"].isNull());
    EXPECT_EQ(kept.body.find("PRIVATE"), std::string::npos);
    EXPECT_TRUE(service.sql("SELECT 1 FROM compliance.regime r WHERE r::text LIKE '%PRIVATE%'").empty());
    const Answer read = desk.post("/provider/fiscal.regime", js("{'regime':'test-keys'}"));
    EXPECT_TRUE(same(read.json["answer"]["settings"], js("{}"))) << read.body;
    EXPECT_EQ(base64Decode(sign().textOr("signature")).value().size(), 64U);
    ASSERT_TRUE(hasStatus(desk.put("/fiscal/test-keys", js("{'enabled':false}")), 200));
    EXPECT_TRUE(sign()["signature"].isNull()) << "the regime is disabled";
}

TEST_F(RegimeKeys, AreWarnedOfBeforeTheirCertificatesEnd) {
    const Answer kept = put(keyFile(), "open");
    ASSERT_TRUE(hasStatus(kept, 200));
    const Instant end = Instant::parse(kept.json["certificates"].items()[0].textOr("notAfter")).value();
    const auto before = [&](std::int64_t days) { until(end + -days * Instant::Day); };
    before(39);
    EXPECT_EQ(warnings(), 1U);
    before(31);
    EXPECT_EQ(warnings(), 1U) << "once";
    before(29);
    EXPECT_EQ(warnings(), 2U) << "30 days before the end";
    before(6);
    EXPECT_EQ(warnings(), 3U) << "7 days before the end";
    EXPECT_FALSE(sign()["signature"].isNull());
    before(-1);
    EXPECT_TRUE(sign()["signature"].isNull()) << "the certificate has ended";
}

} // namespace
} // namespace svc::test
