#include "trade/payments.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "decimal_of.hpp"
#include "refusal_of.hpp"

namespace svc::trade {
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
    const WalletAmounts amounts = walletAmounts(10000, std::nullopt, {Eur, Eur, Eur}, {});
    EXPECT_EQ(amounts.walletAmount, 10000);
    EXPECT_EQ(amounts.walletBase, 10000);
}

TEST(WalletAmounts, aForeignSaleIntoAWalletOfTheCompanyUsesTheRateOfTheDay) {
    const DayRates rates{.document = decimal("1.25"), .wallet = Decimal(1)};
    EXPECT_EQ(walletAmounts(10000, std::nullopt, {Usd, Eur, Eur}, rates).walletAmount, 8000);
    EXPECT_EQ(walletAmounts(10000, 7900, {Usd, Eur, Eur}, rates).walletBase, 7900);
}

TEST(WalletAmounts, aWalletInTheCurrencyOfTheSaleReceivesTheAmount) {
    const DayRates rates{.document = decimal("1.25"), .wallet = decimal("1.25")};
    const WalletAmounts amounts = walletAmounts(10000, std::nullopt, {Usd, Usd, Eur}, rates);
    EXPECT_EQ(amounts.walletAmount, 10000);
    EXPECT_EQ(amounts.walletBase, 8000);
}

TEST(WalletAmounts, aWalletOfAThirdCurrencyIsReachedThroughTheCompanys) {
    const DayRates rates{.document = decimal("1.25"), .wallet = decimal("655.957")};
    const WalletAmounts computed = walletAmounts(10000, std::nullopt, {Usd, Xof, Eur}, rates);
    EXPECT_EQ(computed.walletAmount, 52477);
    EXPECT_EQ(computed.walletBase, 8000);
    const WalletAmounts given = walletAmounts(10000, 52000, {Usd, Xof, Eur}, rates);
    EXPECT_EQ(given.walletAmount, 52000);
    EXPECT_EQ(given.walletBase, 7927);
}

TEST(WalletAmounts, ofAThirdCurrencyAreRoundedOnce) {
    const DayRates rates{.document = decimal("1.0842"), .wallet = decimal("655.957")};
    const WalletAmounts amounts = walletAmounts(100, std::nullopt, {Usd, Xof, Eur}, rates);
    EXPECT_EQ(amounts.walletAmount, 605); // 605.015; by way of 0.92 euros it would be 603
    EXPECT_EQ(amounts.walletBase, 92);
}

TEST(WalletAmounts, thatABodyGivesFitTheAmountAndTheCurrency) {
    const DayRates rates{.document = decimal("1.25"), .wallet = Decimal(1)};
    const auto moved = [&](const char* given, Currency wallet) {
        const auto amount = MajorAmount(decimal(given));
        return walletAmountsOf(10000, amount, {Usd, wallet, Eur}, rates, "walletAmount").walletAmount;
    };
    EXPECT_EQ(walletAmountsOf(10000, std::nullopt, {Usd, Eur, Eur}, rates, "w").walletAmount, 8000);
    EXPECT_EQ(moved("79.5", Eur), 7950);
    EXPECT_EQ(moved("100", Usd), 10000);
    for (const auto& [given, wallet] : {std::pair{"0", Eur}, {"-1", Eur}, {"0.001", Eur}, {"99", Usd}}) {
        EXPECT_EQ(refusalOf([&] { moved(given, wallet); }), "field-invalid:walletAmount") << given;
    }
}

TEST(WalletAmounts, ofAnAmountThatMakesNothingInTheWalletAreRefused) {
    const DayRates euros{.document = Decimal(1), .wallet = decimal("0.0015244902")};
    EXPECT_EQ(refusalOf([&] {
                  walletAmountsOf(1, std::nullopt, {Xof, Eur, Xof}, euros, "walletAmount");
              }),
              "field-invalid:walletAmount");
    EXPECT_EQ(walletAmountsOf(4, std::nullopt, {Xof, Eur, Xof}, euros, "w").walletAmount, 1);
    const DayRates francs{.document = decimal("655.957"), .wallet = Decimal(1)};
    EXPECT_EQ(refusalOf([&] {
                  walletAmountsOf(1, std::nullopt, {Xof, Eur, Eur}, francs, "walletAmount");
              }),
              "field-invalid:walletAmount");
    EXPECT_EQ(walletAmountsOf(1, MajorAmount(decimal("0.01")), {Xof, Eur, Eur}, francs, "w").walletAmount, 1);
}

struct DatedDocument {
    Currency currency = Usd;
    Decimal exchangeRate = decimal("1.1");
    Date date = Date::parse("2026-03-01").value();
};

TEST(DayRates, areTheRecordedOnesAndOnTheDayOfTheDocumentItsOwn) {
    const DatedDocument document;
    const Date later = document.date.addDays(1);
    const auto none = [](Currency) { return std::optional<Decimal>(); };
    const auto recorded = [](Currency) { return std::optional(decimal("1.25")); };
    const auto refuse = [](Currency) -> Decimal { throw ApiError(400, "rate-not-found"); };
    EXPECT_EQ(dayRatesOf(document, later, Eur, Eur, recorded, refuse).document, decimal("1.25"));
    EXPECT_EQ(dayRatesOf(document, document.date, Eur, Eur, none, refuse).document, decimal("1.1"));
    EXPECT_EQ(dayRatesOf(document, document.date, Usd, Eur, none, refuse).wallet, decimal("1.1"));
    EXPECT_EQ(refusalOf([&] { dayRatesOf(document, later, Eur, Eur, none, refuse); }), "rate-not-found");
    EXPECT_EQ(refusalOf([&] { dayRatesOf(document, later, Xof, Eur, recorded, refuse); }), "rate-not-found");
    EXPECT_EQ(dayRatesOf(document, later, Usd, Usd, none, refuse).document, Decimal(1));
}

TEST(WalletState, isOfOneThatIsInUse) {
    struct Wallet {
        bool archived = false;
        bool requireSession = false;
        std::optional<int> openSessionId{};
    };
    const auto refusal = [](const Wallet& wallet) {
        return refusalOf([&] { checkWalletState(wallet, "walletId"); });
    };
    EXPECT_EQ(refusal({}), "");
    EXPECT_EQ(refusal({.archived = true}), "field-invalid:walletId");
    EXPECT_EQ(refusal({.requireSession = true}), "cash-session-required");
    EXPECT_EQ(refusal({.requireSession = true, .openSessionId = 1}), "");
}

TEST(ReleasedBase, partsOfAnyCutAddUpToTheConvertedTotal) {
    for (const std::int64_t step : {1, 7, 33, 99, 100}) {
        OpenDocument document{.total = 1000, .totalBase = 923, .balance = 1000, .openBase = 923};
        while (document.balance > 0) {
            const std::int64_t amount = std::min(step, document.balance);
            const std::int64_t released = releasedBase(document, amount);
            EXPECT_GE(released, 0);
            document.held += amount;
            document.heldBase += released;
            document.balance -= amount;
            document.openBase -= released;
        }
        EXPECT_EQ(document.heldBase, 923) << step;
    }
}

TEST(ReleasedBase, isNeverBelowZeroNorMoreThanIsOpen) {
    // A payment in the middle was voided: the settled parts of the others do not match the running sum.
    EXPECT_EQ(
        releasedBase(
            {.total = 1000, .totalBase = 1000, .held = 10, .heldBase = 20, .balance = 990, .openBase = 980},
            5),
        0);
    EXPECT_EQ(releasedBase({.total = 0, .totalBase = 0, .balance = 0, .openBase = 0}, 5), 0);
    EXPECT_EQ(
        releasedBase(
            {.total = 1000, .totalBase = 923, .held = 400, .heldBase = 100, .balance = 600, .openBase = 50},
            599),
        50);
}

} // namespace
} // namespace svc::trade
