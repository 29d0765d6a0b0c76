#include "page/rules/page.hpp"
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
