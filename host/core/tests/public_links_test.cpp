#include "host/core/public_links.hpp"

#include <svc/encoding.hpp>

#include <gtest/gtest.h>

namespace svc::host {
namespace {

const Uuid LinkedCompany = *Uuid::parse("0193a5e0-0000-7000-8000-000000000001");
const Uuid Document = *Uuid::parse("0193a5e0-0000-7000-8000-000000000002");

PublicDocument sale() {
    return {LinkedCompany, "sale", encodeId("sal", Document)};
}

TEST(PublicLinks, ATokenOpensToTheDocumentItWasMadeFor) {
    const PublicLinks links(std::string(32, 'k'));
    const auto token = links.seal(sale());
    ASSERT_TRUE(token);
    EXPECT_EQ(links.open(*token), sale());
}

TEST(PublicLinks, ATokenOfAnotherKeyOpensNothing) {
    const auto token = PublicLinks(std::string(32, 'k')).seal(sale());
    EXPECT_FALSE(PublicLinks(std::string(32, 'j')).open(*token));
}

TEST(PublicLinks, AnyChangedByteMakesATokenWorthless) {
    const PublicLinks links(std::string(32, 'k'));
    const std::string bytes = *base64UrlDecode(*links.seal(sale()));
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        std::string changed = bytes;
        changed[i] = static_cast<char>(changed[i] ^ 1);
        EXPECT_FALSE(links.open(base64UrlEncode(changed))) << i;
    }
    for (std::size_t size = 0; size < bytes.size(); ++size) {
        EXPECT_FALSE(links.open(base64UrlEncode(bytes.substr(0, size)))) << size;
    }
    EXPECT_FALSE(links.open(""));
    EXPECT_FALSE(links.open("not a token"));
    EXPECT_FALSE(links.open(std::string(100000, 'A')));
}

TEST(PublicLinks, WhatIsNoIdentifierGetsNoToken) {
    const PublicLinks links(std::string(32, 'k'));
    EXPECT_FALSE(links.seal({LinkedCompany, "sale", "sal_short"}));
    EXPECT_FALSE(links.seal({LinkedCompany, "sale", ""}));
    EXPECT_FALSE(links.seal({LinkedCompany, "", encodeId("sal", Document)}));
}

} // namespace
} // namespace svc::host
