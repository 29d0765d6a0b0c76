#include "domain/base_amounts.hpp"

#include <gtest/gtest.h>

namespace svc::sales {
namespace {

const Currency Eur = Currency::of("EUR");
const Currency Usd = Currency::of("USD");
const Currency Xof = Currency::of("XOF");

Decimal decimal(std::string_view text) {
    return Decimal::parse(text).value();
}

TEST(ReleasedBase, partsOfAnyCutAddUpToTheConvertedTotal) {
    for (std::int64_t step : {1, 7, 33, 99, 100}) {
        Sale sale;
        sale.total = 1000;
        sale.totalBase = 923;
        while (sale.balance() > 0) {
            const std::int64_t amount = std::min(step, sale.balance());
            const std::int64_t released = releasedBase(sale, amount);
            EXPECT_GE(released, 0);
            sale.paid += amount;
            sale.paidBase += released;
        }
        EXPECT_EQ(sale.paidBase, 923) << step;
    }
}

TEST(ReleasedBase, isTheAmountItselfInTheCurrencyOfTheCompany) {
    Sale sale;
    sale.total = sale.totalBase = 27600;
    EXPECT_EQ(releasedBase(sale, 10000), 10000);
}

TEST(WalletAmounts, areTheAmountWhenAllIsInOneCurrency) {
    const WalletAmounts amounts = walletAmounts(10000, Eur, std::nullopt, Eur, Eur, {});
    EXPECT_EQ(amounts.walletAmount, 10000);
    EXPECT_EQ(amounts.walletBase, 10000);
}

TEST(WalletAmounts, aForeignSaleIntoAWalletOfTheCompanyUsesTheRateOfTheDay) {
    const DayRates rates{.sale = decimal("1.25"), .wallet = Decimal(1)};
    EXPECT_EQ(walletAmounts(10000, Usd, std::nullopt, Eur, Eur, rates).walletAmount, 8000);
    EXPECT_EQ(walletAmounts(10000, Usd, 7900, Eur, Eur, rates).walletBase, 7900);
}

TEST(WalletAmounts, aWalletInTheCurrencyOfTheSaleReceivesTheAmount) {
    const DayRates rates{.sale = decimal("1.25"), .wallet = decimal("1.25")};
    const WalletAmounts amounts = walletAmounts(10000, Usd, std::nullopt, Usd, Eur, rates);
    EXPECT_EQ(amounts.walletAmount, 10000);
    EXPECT_EQ(amounts.walletBase, 8000);
}

TEST(WalletAmounts, aWalletOfAThirdCurrencyIsReachedThroughTheCompanys) {
    const DayRates rates{.sale = decimal("1.25"), .wallet = decimal("655.957")};
    const WalletAmounts computed = walletAmounts(10000, Usd, std::nullopt, Xof, Eur, rates);
    EXPECT_EQ(computed.walletAmount, 52477);
    EXPECT_EQ(computed.walletBase, 8000);
    const WalletAmounts given = walletAmounts(10000, Usd, 52000, Xof, Eur, rates);
    EXPECT_EQ(given.walletAmount, 52000);
    EXPECT_EQ(given.walletBase, 7927);
}

} // namespace
} // namespace svc::sales
