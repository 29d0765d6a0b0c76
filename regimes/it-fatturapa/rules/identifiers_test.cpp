#include <gtest/gtest.h>

#include <svc/json.hpp>

#include "rules/identifiers.hpp"
#include "tests/samples.hpp"

namespace svc::it_fatturapa {
namespace {

TEST(Identifiers, HaveThePublishedCheckDigits) {
    const Json published = Json::parse(testing::fileText("sdi.json"));
    ASSERT_EQ(published["partitaIva"].size(), 5U);
    for (const Json& one : published["partitaIva"].items()) {
        EXPECT_EQ(isPartitaIva(one.textOr("value")), one["valid"].boolean()) << one.dump();
    }
    ASSERT_EQ(published["codiceFiscale"].size(), 3U);
    for (const Json& one : published["codiceFiscale"].items()) {
        EXPECT_EQ(isPersonalCode(one.textOr("value")), one["valid"].boolean()) << one.dump();
    }
}

TEST(Identifiers, AreOfTheRightFormAndLength) {
    for (const char* wrong : {"", "1234567890", "123456789030", "1234567890A", "IT12345678903"}) {
        EXPECT_FALSE(isPartitaIva(wrong)) << wrong;
    }
    // RSSMRA80A01H501U with M for its last digit (omocodia), which weighs 18 instead of 0: the check letter
    // moves from U (20) to M (38 - 26).
    EXPECT_TRUE(isPersonalCode("RSSMRA80A01H50MM"));
    EXPECT_FALSE(isPersonalCode("RSSMRA80A01H50MU"));
    EXPECT_FALSE(isPersonalCode("RSSMRA80A01H501"));
    EXPECT_FALSE(isPersonalCode("rssmra80a01h501u"));
    EXPECT_FALSE(isPersonalCode("1SSMRA80A01H501U"));
    EXPECT_FALSE(isPersonalCode("RSSMRAA0A01H501U"));
    EXPECT_TRUE(isCodiceFiscale("12345678903"));
    EXPECT_TRUE(isCodiceFiscale("RSSMRA85T10A562S"));
}

} // namespace
} // namespace svc::it_fatturapa
