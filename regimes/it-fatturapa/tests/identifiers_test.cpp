#include <gtest/gtest.h>

#include <svc/json.hpp>

#include "domain/file_name.hpp"
#include "domain/identifiers.hpp"
#include "domain/texts.hpp"
#include "samples.hpp"

namespace svc::fatturapa {
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

TEST(FileNames, CountInBase36) {
    EXPECT_EQ(progressOf("", 1), "00001");
    EXPECT_EQ(progressOf("", 35), "0000Z");
    EXPECT_EQ(progressOf("", 36), "00010");
    EXPECT_EQ(progressOf("", 60'466'175), "ZZZZZ");
    EXPECT_EQ(progressOf("", 60'466'176), std::nullopt);
    EXPECT_EQ(progressOf("B7", 46'655), "B7ZZZ");
    EXPECT_EQ(progressOf("B7", 46'656), std::nullopt);
    EXPECT_EQ(progressOf("", 0), std::nullopt);
    const auto transmitter = transmitterOf("IT01234567890");
    ASSERT_TRUE(transmitter);
    EXPECT_EQ(fileNameOf(*transmitter, "00010"), "IT01234567890_00010.xml");
    for (const char* wrong : {"", "IT", "ITA", "it01234567890", "IT0123456789_", "01234567890"}) {
        EXPECT_FALSE(transmitterOf(wrong)) << wrong;
    }
    EXPECT_EQ(stemOf("IT01234567890_11111.xml.p7m"), "IT01234567890_11111");
}

TEST(Texts, AreThoseOfTheSchema) {
    EXPECT_EQ(latinText("  Libert\xc3\xa0 \xe2\x80\x93 \xc5\x81\xc3\xb3"
                        "d\xc5\xba\n\t2 \xe2\x82\xac  ",
                        60),
              "Libert\xc3\xa0 - L\xc3\xb3"
              "dz 2 EUR");
    EXPECT_EQ(basicText("Libert\xc3\xa0", 60), "Liberta");
    EXPECT_EQ(latinText("\xc3\xa0\xc3\xa0\xc3\xa0", 2), "\xc3\xa0\xc3\xa0") << "cut between characters";
    EXPECT_EQ(amountText(0), "0.00");
    EXPECT_EQ(amountText(-5), "-0.05");
    EXPECT_EQ(amountText(123456), "1234.56");
}

} // namespace
} // namespace svc::fatturapa
