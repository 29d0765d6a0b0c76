// Numbers and links against the examples published by the ministry.

#include <gtest/gtest.h>

#include <svc/encoding.hpp>
#include <svc/json.hpp>

#include "rules/number.hpp"
#include "tests/files.hpp"

namespace svc::pl_ksef {
namespace {

Json vectors() {
    return Json::parse(contentOf("vectors.json"));
}

TEST(KsefNumber, HasTheCheckDigitsOfThePublishedOne) {
    const Json published = vectors();
    const std::string number = published["ksefNumber"].textOr("value");
    EXPECT_EQ(crc8(number.substr(0, 32)), number.substr(33));
    EXPECT_TRUE(isKsefNumber(number));
    // CRC-8/SMBUS of the check string of the catalogue of CRCs.
    EXPECT_EQ(crc8("123456789"), "F4");
    EXPECT_EQ(crc8(""), "00");
}

TEST(KsefNumber, IsNoneWhenOneCharacterIsAnother) {
    const std::string number = vectors()["ksefNumber"].textOr("value");
    for (std::size_t i = 0; i < number.size(); ++i) {
        std::string other = number;
        other[i] = other[i] == '1' ? '2' : '1';
        EXPECT_FALSE(isKsefNumber(other)) << other;
    }
    EXPECT_FALSE(isKsefNumber(number + "0"));
    EXPECT_FALSE(isKsefNumber(""));
}

TEST(Nip, HasACheckDigit) {
    for (const char* right : {"5265877635", "1111111111", "3861610227"}) {
        EXPECT_TRUE(isNip(right)) << right;
    }
    for (const char* wrong : {"5265877634", "526587763", "52658776355", "0265877635", "526587763A", ""}) {
        EXPECT_FALSE(isNip(wrong)) << wrong;
    }
    EXPECT_EQ(nipIn("PL5265877635"), "5265877635");
    EXPECT_EQ(nipIn("526-587-76-35"), "5265877635");
    EXPECT_EQ(nipIn("DE123456789"), std::nullopt);
}

TEST(CodeOne, IsThePublishedAddress) {
    const Json published = vectors();
    const Json& qr = published["qr"];
    const std::string day = qr.textOr("date"); // dd-mm-yyyy
    const auto date = Date::parse(day.substr(6) + '-' + day.substr(3, 2) + '-' + day.substr(0, 2));
    EXPECT_EQ(invoiceLink(Environment::Test, qr.textOr("nip"), date.value(), qr.textOr("hash")),
              qr.textOr("url"));
    EXPECT_TRUE(
        invoiceLink(Environment::Production, "1", *date, "h").starts_with("https://qr.ksef.mf.gov.pl/"));
}

TEST(CodeOne, HasTheDigestOfTheFile) {
    // printf abc | openssl dgst -sha256 -binary | base64
    EXPECT_EQ(messageDigestOf("abc"), "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=");
    EXPECT_EQ(digestOf("abc"), "ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0");
}

TEST(CodeTwo, SignsHostAndPath) {
    const std::string text = certificateText(Environment::Test, "1111111111", "01f20a5d352ae590",
                                             "UtQp9Gpc51y-u3xApZjIjgkpZ01js-J8KflSPW8WzIE");
    EXPECT_EQ(text, "qr-test.ksef.mf.gov.pl/certificate/Nip/1111111111/1111111111/01F20A5D352AE590/"
                    "UtQp9Gpc51y-u3xApZjIjgkpZ01js-J8KflSPW8WzIE");
    EXPECT_EQ(certificateLink(text, "\xfb\xff"), "https://" + text + "/-_8");
}

} // namespace
} // namespace svc::pl_ksef
