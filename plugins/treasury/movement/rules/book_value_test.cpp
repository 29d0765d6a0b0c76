#include <gtest/gtest.h>

#include "movement/rules/book_value.hpp"
#include "till/rules/cash_count.hpp"

namespace svc::treasury {
namespace {

TEST(BookValue, WhatComesInCountsAtTheRateOfTheDay) {
    EXPECT_EQ(bookValue({0, 0}, Direction::In, 10000, 9000), 9000);
    EXPECT_EQ(bookValue({10000, 9000}, Direction::In, 10000, 10000), 10000);
}

TEST(BookValue, WhatGoesOutCountsAtTheAverageThatWasPaid) {
    EXPECT_EQ(bookValue({20000, 19000}, Direction::Out, 10000, 12345), 9500);
    EXPECT_EQ(bookValue({3, 2}, Direction::Out, 1, 5), 1);
}

TEST(BookValue, AnEmptyWalletIsWorthNothing) {
    Holding wallet{300, 100};
    for (int i = 0; i < 3; ++i) {
        const std::int64_t value = bookValue(wallet, Direction::Out, 100, 77);
        wallet.balance -= 100;
        wallet.value -= value;
    }
    EXPECT_EQ(wallet.balance, 0);
    EXPECT_EQ(wallet.value, 0);
}

TEST(BookValue, BelowZeroTheRateOfTheDayCounts) {
    // 100 of the 150 leave at their cost of 90, the other 50 at a third of 147.
    EXPECT_EQ(bookValue({100, 90}, Direction::Out, 150, 147), 90 + 49);
    EXPECT_EQ(bookValue({-50, -49}, Direction::Out, 50, 60), 60);
    EXPECT_EQ(bookValue({-50, -49}, Direction::In, 50, 60), 49);
    EXPECT_EQ(bookValue({-50, -49}, Direction::In, 100, 120), 49 + 60);
}

TEST(CashCount, IsTheSumOfItsPieces) {
    const Counted pieces[] = {{5000, 12}, {2000, 15}, {100, 16}};
    EXPECT_EQ(worthOf(pieces), 91600);
    EXPECT_EQ(worthOf({}), 0);
    const Counted wrong[] = {{0, 1}};
    EXPECT_FALSE(worthOf(wrong));
    const Counted many[] = {{1'000'000'000'000'000, 2}};
    EXPECT_FALSE(worthOf(many));
}

} // namespace
} // namespace svc::treasury
