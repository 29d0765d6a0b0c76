#include "page/rules/page.hpp"
#include "page/rules/text.hpp"
#include "page/rules/wording.hpp"

#include <array>
#include <openssl/evp.h>
#include <openssl/sha.h>

#include <gtest/gtest.h>

namespace svc::storefront {
namespace {

TEST(PublicPage, ThePolicyNamesTheDigestOfItsStyle) {
    std::array<unsigned char, SHA256_DIGEST_LENGTH> digest{};
    SHA256(reinterpret_cast<const unsigned char*>(Style.data()), Style.size(), digest.data());
    std::array<unsigned char, 64> text{};
    const int length = EVP_EncodeBlock(text.data(), digest.data(), static_cast<int>(digest.size()));
    const std::string encoded(reinterpret_cast<const char*>(text.data()), static_cast<std::size_t>(length));
    EXPECT_NE(ContentSecurityPolicy.find("'sha256-" + encoded + "'"), std::string_view::npos) << encoded;
    EXPECT_EQ(ContentSecurityPolicy.find("unsafe"), std::string_view::npos);
    const std::string html = page("T", "en", "<p>x</p>");
    EXPECT_NE(html.find("<style>" + std::string(Style) + "</style>"), std::string::npos);
    EXPECT_EQ(html.find("<script"), std::string::npos);
}

TEST(PublicPage, TextsOfPeopleCannotBecomeMarkup) {
    EXPECT_NE(page("<script>", "en\"", "").find("<title>&lt;script&gt;</title>"), std::string::npos);
}

TEST(PublicPage, AmountsAreWrittenAsPeopleWriteThem) {
    const Currency euro = Currency::of("EUR");
    EXPECT_EQ(moneyText(Decimal(123456), euro, "en"), "€1,234.56");
    EXPECT_EQ(moneyText(Decimal(123456), euro, "de"), "1.234,56\u00A0€");
    EXPECT_EQ(moneyText(Decimal(123456), euro, "fr"), "1\u202F234,56\u00A0€");
    EXPECT_EQ(moneyText(Decimal(500), Currency::of("XOF"), "fr"), "500\u00A0F CFA");
    EXPECT_EQ(moneyText(*Decimal::parse("1.25000000"), euro, "en"), "€0.0125");
    EXPECT_EQ(moneyText(Decimal(-5), euro, "en"), "€\u22120.05");
    EXPECT_EQ(moneyText(Decimal(1500), Currency::of("TND"), "en"), "DT1.500");
    EXPECT_EQ(numberText(*Decimal::parse("2.000000"), "de"), "2");
    EXPECT_EQ(numberText(*Decimal::parse("1.50"), "de"), "1,5");
    EXPECT_EQ(dateText(*Date::parse("2026-11-20"), "en"), "20 Nov 2026");
    EXPECT_EQ(dateText(*Date::parse("2026-11-20"), "de"), "20.11.2026");
    EXPECT_EQ(dateText(*Date::parse("2026-11-20"), "fr"), "20/11/2026");
}

TEST(PublicPage, EveryWordIsThereInThreeLanguages) {
    for (int word = 1; word <= static_cast<int>(Word::OpenCurrentPdf); ++word) {
        for (const char* language : {"en", "fr", "de"}) {
            EXPECT_FALSE(wordOf(static_cast<Word>(word), language).empty()) << word << language;
        }
    }
    EXPECT_EQ(wordOf(Word::Order, "it"), wordOf(Word::Order, "en"));
}

} // namespace
} // namespace svc::storefront
