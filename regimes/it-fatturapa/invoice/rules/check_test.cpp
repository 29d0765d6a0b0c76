// Published examples pass; the published changes of one of them are refused with their codes.
#include <regex>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <svc/json.hpp>

#include "invoice/rules/check.hpp"
#include "tests/samples.hpp"

namespace svc::it_fatturapa {
namespace {

using testing::codesOf;
using ::testing::ElementsAre;
using testing::example;
using ::testing::IsEmpty;

TEST(Examples, AreTaken) {
    for (const char* name :
         {"invoice-credit-note.xml", "invoice-irpef-no-flag.xml", "invoice-irpef.xml",
          "invoice-reverse-charge.xml", "invoice-services-period.xml", "invoice-zero-price.xml"}) {
        EXPECT_EQ(testing::schema().check(testing::fileText(std::string("examples/") + name)).message, "")
            << name;
        EXPECT_THAT(codesOf(example(name)), IsEmpty()) << name;
    }
}

/// The example is valid by the schema, but SdI would refuse it: the public buyer has seven zeros in place of
/// the six characters of an office code.
TEST(Examples, OfThePublicBuyerHasNoOffice) {
    EXPECT_EQ(testing::schema().check(testing::fileText("examples/invoice-b2g.xml")).message, "");
    EXPECT_THAT(codesOf(example("invoice-b2g.xml")), ElementsAre("00427", "00426"));
    EXPECT_THAT(codesOf(testing::replaced(example("invoice-b2g.xml"), ">0000000<", ">UFABC1<")), IsEmpty());
}

TEST(Examples, HaveAPlaceholderForTheirSender) {
    EXPECT_THAT(codesOf(testing::fileText("examples/invoice-zero-price.xml")), ElementsAre("00300"));
}

TEST(Mutants, AreRefusedWithTheirCode) {
    const Json published = Json::parse(testing::fileText("mutants.json"));
    const std::string base = example(published.textOr("base"));
    ASSERT_EQ(published["mutants"].size(), 10U);
    for (const Json& mutant : published["mutants"].items()) {
        const std::string changed =
            std::regex_replace(base, std::regex(mutant.textOr("replace")), mutant.textOr("by"),
                               std::regex_constants::format_first_only);
        ASSERT_NE(changed, base) << mutant.dump();
        EXPECT_EQ(testing::schema().check(changed).empty(), mutant["schemaValid"].boolean()) << mutant.dump();
        const auto codes = codesOf(changed);
        ASSERT_FALSE(codes.empty()) << mutant.dump();
        EXPECT_EQ(codes.front(), mutant.textOr("expected")) << ::testing::PrintToString(codes);
    }
}

TEST(Check, SaysWhereItIs) {
    const auto findings = check(
        testing::replaced(example("invoice-services-period.xml"), "<Numero>SAMPLE-001", "<Numero>SAMPLE"),
        testing::schema(), testing::facts());
    ASSERT_EQ(findings.size(), 1U);
    EXPECT_EQ(findings[0].where, "2.1.1.4");
    EXPECT_EQ(findings[0].text, "Numero has no digit");
}

TEST(Check, TakesNoOtherXml) {
    EXPECT_THAT(codesOf("no XML"), ElementsAre("00200"));
    EXPECT_THAT(codesOf("<a/>"), ElementsAre("00200"));
    EXPECT_THAT(codesOf("<!DOCTYPE a><a/>"), ElementsAre("00200"));
}

} // namespace
} // namespace svc::it_fatturapa
