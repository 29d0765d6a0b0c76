#include <svc/payments.hpp>

#include <vector>

#include <gtest/gtest.h>

#include "decimal_text.hpp"

namespace svc {
namespace {

const Currency Eur = Currency::of("EUR");
const Currency Usd = Currency::of("USD");
const Currency Xof = Currency::of("XOF");

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

TEST(WalletAmounts, areTheAmountWhenAllIsInOneCurrency) {
    const WalletAmounts amounts = walletAmounts(10000, Eur, std::nullopt, Eur, Eur, {});
    EXPECT_EQ(amounts.walletAmount, 10000);
    EXPECT_EQ(amounts.walletBase, 10000);
}

TEST(WalletAmounts, aForeignSaleIntoAWalletOfTheCompanyUsesTheRateOfTheDay) {
    const DayRates rates{.document = decimal("1.25"), .wallet = Decimal(1)};
    EXPECT_EQ(walletAmounts(10000, Usd, std::nullopt, Eur, Eur, rates).walletAmount, 8000);
    EXPECT_EQ(walletAmounts(10000, Usd, 7900, Eur, Eur, rates).walletBase, 7900);
}

TEST(WalletAmounts, aWalletInTheCurrencyOfTheSaleReceivesTheAmount) {
    const DayRates rates{.document = decimal("1.25"), .wallet = decimal("1.25")};
    const WalletAmounts amounts = walletAmounts(10000, Usd, std::nullopt, Usd, Eur, rates);
    EXPECT_EQ(amounts.walletAmount, 10000);
    EXPECT_EQ(amounts.walletBase, 8000);
}

TEST(WalletAmounts, aWalletOfAThirdCurrencyIsReachedThroughTheCompanys) {
    const DayRates rates{.document = decimal("1.25"), .wallet = decimal("655.957")};
    const WalletAmounts computed = walletAmounts(10000, Usd, std::nullopt, Xof, Eur, rates);
    EXPECT_EQ(computed.walletAmount, 52477);
    EXPECT_EQ(computed.walletBase, 8000);
    const WalletAmounts given = walletAmounts(10000, Usd, 52000, Xof, Eur, rates);
    EXPECT_EQ(given.walletAmount, 52000);
    EXPECT_EQ(given.walletBase, 7927);
}

} // namespace
} // namespace svc
