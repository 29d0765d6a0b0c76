#include "trade/exchange.hpp"

#include <gtest/gtest.h>

#include "decimal_of.hpp"

namespace svc::trade {
namespace {

TEST(Exchanged, RoundsOnce) {
    EXPECT_EQ(exchanged(100, Currency::of("USD"), decimal("1.0842"), Currency::of("XOF"), decimal("655.957")),
              605); // 605.015
    EXPECT_EQ(exchanged(300, Currency::of("USD"), decimal("1.0842"), Currency::of("VND"), decimal("27700")),
              76646); // 76646.375
}

TEST(Exchanged, BeyondTheRangeIsNoAmount) {
    EXPECT_EQ(exchanged(1'000'000'000'000'000, Currency::of("XOF"), decimal("1"), Currency::of("TND"),
                        decimal("2")),
              std::nullopt);
}

} // namespace
} // namespace svc::trade
