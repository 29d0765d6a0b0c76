#include <gtest/gtest.h>

#include "rate/rules/conversion.hpp"

namespace svc::treasury {

namespace {
Decimal number(std::string_view text) {
    return Decimal::parse(text).value();
}
} // namespace

TEST(Conversion, DividesByTheRateAndRoundsOnce) {
    EXPECT_EQ(baseAmount(10842, Currency::of("USD"), Currency::of("EUR"), number("1.0842")), 10000);
    EXPECT_EQ(baseAmount(100, Currency::of("USD"), Currency::of("EUR"), number("3")), 33);
    EXPECT_EQ(baseAmount(50, Currency::of("USD"), Currency::of("EUR"), number("4")), 13); // 12.5
}

TEST(Conversion, KnowsTheDecimalsOfBothCurrencies) {
    EXPECT_EQ(baseAmount(655957, Currency::of("XOF"), Currency::of("EUR"), number("655.957")), 100000);
    EXPECT_EQ(baseAmount(100000, Currency::of("EUR"), Currency::of("XOF"), number("0.0015244902")), 655957);
    EXPECT_EQ(baseAmount(3400, Currency::of("TND"), Currency::of("EUR"), number("3.4")), 100);
}

TEST(Conversion, BeyondTheRangeIsNoAmount) {
    EXPECT_EQ(
        baseAmount(1'000'000'000'000'000, Currency::of("XOF"), Currency::of("TND"), number("0.0000000001")),
        std::nullopt);
}

} // namespace svc::treasury
