#include <gtest/gtest.h>

#include "domain/states.hpp"

namespace svc::purchases {
namespace {

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
    EXPECT_EQ(paymentStatusOf(purchase(100, 0)), "unpaid");
    EXPECT_EQ(paymentStatusOf(purchase(100, 40)), "partially_paid");
    EXPECT_EQ(paymentStatusOf(purchase(100, 100)), "paid");
    EXPECT_EQ(paymentStatusOf(purchase(0, 0)), "paid");
}

TEST(States, ReceivedFollowsTheLines) {
    EXPECT_EQ(receiptStatusOf({line(2, 0), line(3, 0)}), "pending");
    EXPECT_EQ(receiptStatusOf({line(2, 2), line(3, 0)}), "partially_received");
    EXPECT_EQ(receiptStatusOf({line(2, 2), line(-3, -3)}), "received");
}

TEST(States, OnlyAnUntouchedOrderIsCancelled) {
    EXPECT_TRUE(isCancellable(purchase(100, 0)));
    EXPECT_FALSE(isCancellable(purchase(100, 1)));
    Purchase received = purchase(100, 0);
    received.receiptStatus = "partially_received";
    EXPECT_FALSE(isCancellable(received));
    Purchase cancelled = purchase(100, 0);
    cancelled.status = "cancelled";
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
