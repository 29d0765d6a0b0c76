#include <gtest/gtest.h>

#include "movement/rules/posting.hpp"

namespace svc::treasury {

TEST(Posting, TheRoleOfAWalletFollowsKindAndCurrency) {
    EXPECT_EQ(walletRole(api::WalletKind::Cash, false), "cash");
    EXPECT_EQ(walletRole(api::WalletKind::Cash, true), "cash_foreign");
    EXPECT_EQ(walletRole(api::WalletKind::Bank, false), "bank");
    EXPECT_EQ(walletRole(api::WalletKind::Bank, true), "bank_foreign");
    EXPECT_EQ(walletRole(api::WalletKind::Card, false), "bank");
    EXPECT_EQ(walletRole(api::WalletKind::MobileMoney, true), "mobile_money");
}

TEST(Posting, MoneyInDebitsTheWalletAndCreditsTheRest) {
    EXPECT_EQ(walletSide(Direction::In, 100).debit, 100);
    EXPECT_EQ(counterpartSide(Direction::In, 100).credit, 100);
    EXPECT_EQ(walletSide(Direction::Out, 100).credit, 100);
    EXPECT_EQ(counterpartSide(Direction::Out, 100).debit, 100);
}

TEST(Posting, ANegativeCounterpartStandsOnTheSideOfTheWallet) {
    EXPECT_EQ(counterpartSide(Direction::In, -30).debit, 30);
    EXPECT_EQ(counterpartSide(Direction::Out, -30).credit, 30);
}

TEST(Posting, TheExchangeDifferenceBalancesTheEntry) {
    EXPECT_FALSE(exchangeDifference(Direction::In, 100, 100));
    for (const Direction direction : {Direction::In, Direction::Out}) {
        for (const std::int64_t wallet : {90, 110}) {
            const auto difference = exchangeDifference(direction, wallet, 100);
            ASSERT_TRUE(difference);
            const Side one = walletSide(direction, wallet);
            const Side other = counterpartSide(direction, 100);
            EXPECT_EQ(one.debit + other.debit + difference->side.debit,
                      one.credit + other.credit + difference->side.credit);
            const bool gain = (direction == Direction::In) == (wallet > 100);
            EXPECT_EQ(difference->role, gain ? "fx_gain" : "fx_loss");
        }
    }
}

TEST(Posting, ACategoryGivesTheRoleOfItsCounterpart) {
    EXPECT_EQ(categoryRole("owner_contribution", Direction::In), "capital");
    EXPECT_EQ(categoryRole("bank_fees", Direction::Out), "bank_fees");
    EXPECT_EQ(categoryRole("maintenance", Direction::Out), "expense_other");
    EXPECT_EQ(categoryRole("tips", Direction::In), "income_other");
    EXPECT_EQ(categoryRole("unclassified", Direction::In), "suspense_credit");
    EXPECT_EQ(categoryRole("unclassified", Direction::Out), "suspense_debit");
}

TEST(Posting, OnlyMovementsWithoutDocumentAreVoided) {
    EXPECT_TRUE(isVoidable(api::TransactionKind::Free));
    EXPECT_TRUE(isVoidable(api::TransactionKind::Expense));
    EXPECT_TRUE(isVoidable(api::TransactionKind::Bank));
    using Kind = api::TransactionKind;
    for (const Kind kind : {Kind::SalePayment, Kind::SaleRefund, Kind::PurchasePayment, Kind::Transfer,
                            Kind::Opening, Kind::TillDifference}) {
        EXPECT_FALSE(isVoidable(kind)) << static_cast<int>(kind);
    }
}

} // namespace svc::treasury
