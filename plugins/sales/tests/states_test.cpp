#include "domain/states.hpp"

#include <gtest/gtest.h>

namespace svc::sales {
namespace {

Sale saleWith(std::int64_t total, std::int64_t paid, std::int64_t refunded = 0, std::int64_t credited = 0) {
    Sale sale;
    sale.total = total;
    sale.paid = paid;
    sale.refunded = refunded;
    sale.credited = credited;
    return sale;
}

SaleLine goods(int quantity, int delivered) {
    SaleLine line;
    line.quantity = Decimal(quantity);
    line.quantityDelivered = Decimal(delivered);
    return line;
}

TEST(PaymentStatus, isTheFirstRuleThatHolds) {
    EXPECT_EQ(paymentStatusOf(saleWith(100, 0)), "unpaid");
    EXPECT_EQ(paymentStatusOf(saleWith(100, 40)), "partially_paid");
    EXPECT_EQ(paymentStatusOf(saleWith(100, 100)), "paid");
    EXPECT_EQ(paymentStatusOf(saleWith(100, 100, 30, 30)), "partially_refunded");
    EXPECT_EQ(paymentStatusOf(saleWith(100, 100, 100, 100)), "refunded");
    EXPECT_EQ(paymentStatusOf(saleWith(100, 0, 0, 30)), "unpaid");
    EXPECT_EQ(paymentStatusOf(saleWith(100, 0, 0, 100)), "refunded");
    EXPECT_EQ(paymentStatusOf(saleWith(100, 50, 50)), "unpaid");
}

TEST(PaymentStatus, aTotalOfZeroIsPaid) {
    EXPECT_EQ(paymentStatusOf(saleWith(0, 0)), "paid");
}

TEST(PaymentStatus, aCancelledSaleIsCancelledWhateverItsAmounts) {
    Sale sale = saleWith(100, 0, 0, 100);
    sale.status = "cancelled";
    EXPECT_EQ(paymentStatusOf(sale), "cancelled");
}

TEST(DeliveryStatus, countsGoodsAlone) {
    SaleLine service = goods(1, 0);
    service.service = true;
    EXPECT_EQ(deliveryStatusOf({service}), "none");
    EXPECT_EQ(deliveryStatusOf({service, goods(2, 0)}), "pending");
    EXPECT_EQ(deliveryStatusOf({service, goods(2, 1)}), "partially_delivered");
    EXPECT_EQ(deliveryStatusOf({goods(1, 1), goods(1, 0)}), "partially_delivered");
    EXPECT_EQ(deliveryStatusOf({service, goods(2, 2)}), "delivered");
}

TEST(DeliveryStatus, whatIsTakenBackIsNotDelivered) {
    EXPECT_EQ(deliveryStatusOf({goods(-1, 0)}), "none");
}

TEST(Kind, isInvoiceWithPartnerOrBalance) {
    EXPECT_EQ(kindOf(true, 0), "invoice");
    EXPECT_EQ(kindOf(false, 1), "invoice");
    EXPECT_EQ(kindOf(false, 0), "ticket");
}

TEST(Overdue, needsABalanceAndADueDateBeforeToday) {
    const Date today = Date::parse("2026-12-21").value();
    Sale sale = saleWith(100, 0);
    sale.dueDate = Date::parse("2026-12-20");
    EXPECT_TRUE(isOverdue(sale, today));
    sale.dueDate = today;
    EXPECT_FALSE(isOverdue(sale, today)) << "the due date itself is in time";
    sale.dueDate = Date::parse("2026-12-20");
    sale.paid = 100;
    EXPECT_FALSE(isOverdue(sale, today));
    sale.paid = 0;
    sale.dueDate.reset();
    EXPECT_FALSE(isOverdue(sale, today));
}

TEST(Cancelling, needsThatNoMoneyIsHeld) {
    EXPECT_TRUE(isCancellable(saleWith(100, 0)));
    EXPECT_TRUE(isCancellable(saleWith(100, 40, 40)));
    EXPECT_TRUE(isCancellable(saleWith(0, 0)));
    EXPECT_FALSE(isCancellable(saleWith(100, 40)));
    EXPECT_FALSE(isCancellable(saleWith(100, 0, 0, 100)));
    Sale sale = saleWith(100, 0);
    sale.status = "cancelled";
    EXPECT_FALSE(isCancellable(sale));
}

} // namespace
} // namespace svc::sales
