#include <gtest/gtest.h>

#include "purchase/rules/states.hpp"

namespace svc::purchases {
namespace {

using Payments = api::PurchasePaymentStatus;
using Receipts = api::PurchaseReceiptStatus;

PurchaseLine line(int quantity, int received) {
    PurchaseLine line;
    line.quantity = Decimal(quantity);
    line.quantityReceived = Decimal(received);
    return line;
}

Purchase purchase(std::int64_t total, std::int64_t paid) {
    Purchase purchase;
    purchase.total = total;
    purchase.paid = paid;
    return purchase;
}

TEST(States, PaidFollowsTheBalance) {
    EXPECT_EQ(paymentStatusOf(purchase(100, 0)), Payments::Unpaid);
    EXPECT_EQ(paymentStatusOf(purchase(100, 40)), Payments::PartiallyPaid);
    EXPECT_EQ(paymentStatusOf(purchase(100, 100)), Payments::Paid);
    EXPECT_EQ(paymentStatusOf(purchase(0, 0)), Payments::Paid);
}

TEST(States, ReceivedFollowsTheLines) {
    EXPECT_EQ(receiptStatusOf({line(2, 0), line(3, 0)}), Receipts::Pending);
    EXPECT_EQ(receiptStatusOf({line(2, 2), line(3, 0)}), Receipts::PartiallyReceived);
    EXPECT_EQ(receiptStatusOf({line(2, 2), line(-3, -3)}), Receipts::Received);
}

TEST(States, OnlyAnUntouchedOrderIsCancelled) {
    EXPECT_TRUE(isCancellable(purchase(100, 0)));
    EXPECT_FALSE(isCancellable(purchase(100, 1)));
    Purchase received = purchase(100, 0);
    received.receiptStatus = Receipts::PartiallyReceived;
    EXPECT_FALSE(isCancellable(received));
    Purchase cancelled = purchase(100, 0);
    cancelled.status = api::PurchaseStatus::Cancelled;
    EXPECT_FALSE(isCancellable(cancelled));
    EXPECT_EQ(cancelled.balance(), 0);
}

TEST(States, ADebtIsOverdueAfterItsDay) {
    Purchase open = purchase(100, 40);
    open.dueDate = *Date::parse("2026-11-20");
    EXPECT_FALSE(isOverdue(open, *Date::parse("2026-11-20")));
    EXPECT_TRUE(isOverdue(open, *Date::parse("2026-11-21")));
    open.paid = 100;
    EXPECT_FALSE(isOverdue(open, *Date::parse("2026-11-21")));
}

} // namespace
} // namespace svc::purchases
