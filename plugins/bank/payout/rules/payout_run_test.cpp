#include "payout/rules/payout_run.hpp"

#include <gtest/gtest.h>

namespace svc::bank {
namespace {

struct Wallet {
    std::vector<std::int64_t> movements;
    std::int64_t balance;

    std::optional<PayoutRun> run(std::int64_t amount, std::size_t late = 0) const {
        return payoutRun(movements, movements.size() - late, balance, amount);
    }
};

std::vector<std::size_t> placesOf(const std::optional<PayoutRun>& run) {
    return run ? std::vector<std::size_t>{run->first, run->last} : std::vector<std::size_t>{};
}

TEST(PayoutRun, IsAllThatTheWalletHolds) {
    // Payments of 100 and 50 with fees of 3 and 2.
    const Wallet wallet{{10000, -300, 5000, -200}, 14500};
    const auto run = wallet.run(14500);
    EXPECT_EQ(placesOf(run), (std::vector<std::size_t>{0, 4}));
    EXPECT_TRUE(run->emptied);
    EXPECT_EQ(run->unexplained, 0);
}

TEST(PayoutRun, BeginsBehindEarlierPayoutsAndKeepsTheLatestBack) {
    // 9700 were paid out before; the last payment came in after the payout was made.
    const Wallet wallet{{10000, -300, 5000, -200, 7000}, 11800};
    const auto run = wallet.run(4800);
    EXPECT_EQ(placesOf(run), (std::vector<std::size_t>{2, 4}));
    EXPECT_TRUE(run->emptied);
}

TEST(PayoutRun, HasRefundsInside) {
    const Wallet wallet{{10000, -300, -4000, 5000}, 10700};
    EXPECT_EQ(placesOf(wallet.run(10700)), (std::vector<std::size_t>{0, 4}));
    EXPECT_EQ(placesOf(wallet.run(5700)), (std::vector<std::size_t>{0, 3}));
}

TEST(PayoutRun, TakesNothingFromAfterThePayout) {
    const Wallet wallet{{10000, 5000}, 15000};
    EXPECT_EQ(placesOf(wallet.run(10000, 1)), (std::vector<std::size_t>{0, 1}));
    EXPECT_EQ(placesOf(wallet.run(5000, 1)), (std::vector<std::size_t>{})) << "the one of 50 is too late";
}

TEST(PayoutRun, IsTheLatestNeighboursWhenTheBalanceIsWrong) {
    // Another amount was taken out of the wallet.
    const Wallet wallet{{5000, 7000, -200, 5000}, 16300};
    const auto run = wallet.run(6800);
    EXPECT_EQ(placesOf(run), (std::vector<std::size_t>{1, 3}));
    EXPECT_FALSE(run->emptied);
    EXPECT_EQ(placesOf(wallet.run(5000)), (std::vector<std::size_t>{3, 4})) << "of two the latest";
}

TEST(PayoutRun, IsNothingThatWasPaidOutBefore) {
    const Wallet wallet{{10000, -300, 5000}, 5000};
    const auto run = wallet.run(9700);
    EXPECT_EQ(placesOf(run), (std::vector<std::size_t>{2, 3})) << "not the first two, which add up to it";
    EXPECT_EQ(run->unexplained, 4700);
    EXPECT_EQ(placesOf(wallet.run(5000)), (std::vector<std::size_t>{2, 3}));
}

TEST(PayoutRun, LeavesARestThatNothingExplains) {
    const Wallet wallet{{10000, -300, 5000}, 14700};
    const auto run = wallet.run(10200);
    EXPECT_EQ(placesOf(run), (std::vector<std::size_t>{0, 2}));
    EXPECT_EQ(run->unexplained, 500);
    EXPECT_FALSE(wallet.run(20)) << "not even the first payment";
    EXPECT_FALSE(wallet.run(0));
    EXPECT_FALSE(wallet.run(-100));
    EXPECT_FALSE((Wallet{{}, 0}.run(100)));
}

TEST(PayoutRun, EveryRunAddsUpToThePayout) {
    std::uint32_t state = 7;
    const auto next = [&](std::uint32_t below) {
        state = state * 1664525 + 1013904223;
        return (state >> 8) % below;
    };
    for (int round = 0; round < 2000; ++round) {
        Wallet wallet{{}, 0};
        const std::size_t count = 1 + next(12);
        for (std::size_t i = 0; i < count; ++i) {
            wallet.movements.push_back(static_cast<std::int64_t>(next(9)) - 2);
            wallet.balance += wallet.movements.back();
        }
        wallet.balance -= next(4);
        const std::int64_t amount = 1 + next(20);
        const std::size_t late = next(static_cast<std::uint32_t>(count));
        if (const auto run = wallet.run(amount, late)) {
            std::int64_t sum = run->unexplained;
            for (std::size_t i = run->first; i < run->last; ++i) {
                sum += wallet.movements[i];
            }
            ASSERT_LE(run->last, count - late);
            ASSERT_LT(run->first, run->last);
            ASSERT_EQ(sum, amount);
        }
    }
}

TEST(PayoutRun, NamesAreWholeWords) {
    EXPECT_TRUE(isNamedIn("VIR STRIPE PAYMENTS UK", "stripe"));
    EXPECT_TRUE(isNamedIn("PAYOUT/Orange Money CI", "orange-money"));
    EXPECT_TRUE(isNamedIn("Compte Wavé", "Wave"));
    EXPECT_FALSE(isNamedIn("Striped shirts", "stripe"));
    EXPECT_FALSE(isNamedIn("VIR STRIPE", "ST"));
    EXPECT_FALSE(isNamedIn("VIR STRIPE", ""));
}

} // namespace
} // namespace svc::bank
