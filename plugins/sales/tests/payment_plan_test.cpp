#include "domain/payment_plan.hpp"

#include <vector>

#include <gtest/gtest.h>

namespace svc::sales {
namespace {

PlanFault check(std::vector<std::int64_t> amounts, std::int64_t total, bool paidInFull) {
    return checkPlannedPayments(amounts, total, paidInFull);
}

TEST(PaymentPlan, paidInFullWantsTheExactTotal) {
    EXPECT_EQ(check({60, 40}, 100, true), PlanFault::None);
    EXPECT_EQ(check({60, 39}, 100, true), PlanFault::TotalMismatch);
    EXPECT_EQ(check({60, 41}, 100, true), PlanFault::TotalMismatch);
}

TEST(PaymentPlan, otherwisePaymentsMayLeaveABalanceButNotExceedTheTotal) {
    EXPECT_EQ(check({}, 100, false), PlanFault::None);
    EXPECT_EQ(check({60}, 100, false), PlanFault::None);
    EXPECT_EQ(check({60, 40}, 100, false), PlanFault::None);
    EXPECT_EQ(check({60, 41}, 100, false), PlanFault::AboveTotal);
}

TEST(PaymentPlan, sumsBeyondSixtyFourBitsAreAboveTheTotal) {
    constexpr std::int64_t Large = 9'000'000'000'000'000'000;
    EXPECT_EQ(check({Large, Large}, 100, false), PlanFault::AboveTotal);
}

TEST(PaymentMethod, followsTheKindOfWallet) {
    EXPECT_EQ(defaultMethod("cash"), "cash");
    EXPECT_EQ(defaultMethod("card"), "card");
    EXPECT_EQ(defaultMethod("mobile_money"), "mobile_money");
    EXPECT_EQ(defaultMethod("bank"), "bank_transfer");
}

TEST(PaymentMethod, aTillTakesCashAlone) {
    EXPECT_TRUE(methodFits("cash", "cash"));
    EXPECT_FALSE(methodFits("card", "cash"));
    EXPECT_TRUE(methodFits("cheque", "bank"));
}

TEST(Change, isWhatWasGivenAboveTheAmount) {
    EXPECT_EQ(changeOf(80, std::nullopt), 0);
    EXPECT_EQ(changeOf(80, 100), 20);
    EXPECT_EQ(changeOf(80, 80), 0);
    EXPECT_FALSE(changeOf(80, 79).has_value());
}

} // namespace
} // namespace svc::sales
