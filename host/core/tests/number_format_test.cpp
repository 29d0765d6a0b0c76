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

TEST(NumberFormat, WantsTheUnitInASeriesPerBusinessUnit) {
    EXPECT_FALSE(isNumberPattern("TKT-{YYYY}-{000000}", true));
    EXPECT_TRUE(isNumberPattern("TKT-{BU}-{YYYY}-{000000}", true));
}

} // namespace
} // namespace svc::host
