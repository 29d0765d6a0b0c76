#include "host/core/number_format.hpp"

#include <gtest/gtest.h>

namespace svc::host {
namespace {

const Date Day = Date::parse("2026-11-20").value();

TEST(NumberFormat, WritesYearUnitAndPaddedNumber) {
    EXPECT_EQ(formatNumber("INV-{YYYY}-{000000}", 123, Day, ""), "INV-2026-000123");
    EXPECT_EQ(formatNumber("TKT-{BU}-{YYYY}-{000000}", 1, Day, "LIL"), "TKT-LIL-2026-000001");
    EXPECT_EQ(formatNumber("FA{YY}{MM}-{00000}", 42, Day, ""), "FA2611-00042");
}

TEST(NumberFormat, NeverCutsANumberThatOutgrowsItsDigits) {
    EXPECT_EQ(formatNumber("X{000}", 12345, Day, ""), "X12345");
}

TEST(NumberFormat, AcceptsOnlyPatternsWithOneNumberAndKnownFields) {
    EXPECT_TRUE(isNumberPattern("INV-{YYYY}-{000000}", false));
    EXPECT_TRUE(isNumberPattern("{BU}{0}", true));
    EXPECT_FALSE(isNumberPattern("INV-{YYYY}", false));
    EXPECT_FALSE(isNumberPattern("{000}-{000}", false));
    EXPECT_FALSE(isNumberPattern("{DD}-{000}", false));
    EXPECT_FALSE(isNumberPattern("{000", false));
    EXPECT_FALSE(isNumberPattern("000}", false));
    EXPECT_FALSE(isNumberPattern("", false));
}

TEST(NumberFormat, KnowsAPatternThatHoldsTheYear) {
    EXPECT_TRUE(holdsYear("A-{YYYY}-{000}"));
    EXPECT_TRUE(holdsYear("{YY}{MM}{000}"));
    EXPECT_FALSE(holdsYear("A-{MM}-{000}"));
}

TEST(NumberFormat, WantsTheUnitInASeriesPerBusinessUnit) {
    EXPECT_FALSE(isNumberPattern("TKT-{YYYY}-{000000}", true));
    EXPECT_TRUE(isNumberPattern("TKT-{BU}-{YYYY}-{000000}", true));
}

TEST(NumberFormat, KnowsPatternsThatMeetInANumber) {
    EXPECT_TRUE(patternsMeet("INV-{YYYY}-{000000}", "INV-{YYYY}-{000000}"));
    EXPECT_TRUE(patternsMeet("INV-{YYYY}-{000000}", "INV-{YYYY}-{0}")) << "INV-2026-123456";
    EXPECT_TRUE(patternsMeet("CC1-{YYYY}-{0000}", withUnit("C{BU}-{YYYY}-{0000}", "C1")));
    EXPECT_TRUE(patternsMeet("{YYYY}A{0}", "{YYYY}A1{0}")) << "2026A11";
    EXPECT_TRUE(patternsMeet("{0}A{YY}", "{0}1A{YY}")) << "11A26";
    EXPECT_TRUE(patternsMeet("A{YYYY}{00}", "A{YY}{MM}{00}"));
    EXPECT_FALSE(patternsMeet("INV-{YYYY}-{000000}", "CRN-{YYYY}-{000000}"));
    EXPECT_FALSE(patternsMeet("INV-{YYYY}-{0}", "INV-{YYYY}-{0}X"));
    EXPECT_FALSE(patternsMeet("INV-{YYYY}-{0}", "INV-{YY}-{0}"));
    EXPECT_FALSE(patternsMeet("{YYYY}A-{0}", "{YYYY}A1-{0}"));
}

TEST(NumberFormat, KnowsWhereTheNumberStands) {
    EXPECT_TRUE(numbersStandAlike("FA{YY}-{00000}/{MM}", "FB{YY}-{0}/26"));
    EXPECT_FALSE(numbersStandAlike("{YYYY}1{0}", "{YYYY}{0}"));
    EXPECT_FALSE(numbersStandAlike("{YYYY}-{0}", "{YYYY}-{0}1"));
    EXPECT_EQ(withYear("FA{YY}-{YYYY}-{MM}-{0}", 2026), "FA26-2026-{MM}-{0}");
}

} // namespace
} // namespace svc::host
