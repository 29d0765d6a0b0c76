#include "trade/exchange.hpp"

#include <gtest/gtest.h>

#include "decimal_of.hpp"

namespace svc::trade {
namespace {

const Currency Tnd = Currency::of("TND");
const Currency Usd = Currency::of("USD");
const Currency Vnd = Currency::of("VND");
const Currency Xof = Currency::of("XOF");

TEST(Exchanged, RoundsOnce) {
    EXPECT_EQ(exchanged(100, Usd, decimal("1.0842"), Xof, decimal("655.957")), 605); // 605.015
    EXPECT_EQ(exchanged(300, Usd, decimal("1.0842"), Vnd, decimal("27700")), 76646); // 76646.375
}

TEST(Exchanged, BeyondTheRangeIsNoAmount) {
    EXPECT_EQ(exchanged(1'000'000'000'000'000, Xof, decimal("1"), Tnd, decimal("2")), std::nullopt);
}

} // namespace
} // namespace svc::trade
