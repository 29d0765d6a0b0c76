#include "sale/rules/states.hpp"

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
    EXPECT_EQ(paymentStatusOf(saleWith(100, 0)), api::SalePaymentStatus::Unpaid);
    EXPECT_EQ(paymentStatusOf(saleWith(100, 40)), api::SalePaymentStatus::PartiallyPaid);
    EXPECT_EQ(paymentStatusOf(saleWith(100, 100)), api::SalePaymentStatus::Paid);
    EXPECT_EQ(paymentStatusOf(saleWith(100, 100, 30, 30)), api::SalePaymentStatus::PartiallyRefunded);
    EXPECT_EQ(paymentStatusOf(saleWith(100, 100, 100, 100)), api::SalePaymentStatus::Refunded);
    EXPECT_EQ(paymentStatusOf(saleWith(100, 0, 0, 30)), api::SalePaymentStatus::Unpaid);
    EXPECT_EQ(paymentStatusOf(saleWith(100, 0, 0, 100)), api::SalePaymentStatus::Refunded);
    EXPECT_EQ(paymentStatusOf(saleWith(100, 50, 50)), api::SalePaymentStatus::Unpaid);
}

TEST(PaymentStatus, aTotalOfZeroIsPaid) {
    EXPECT_EQ(paymentStatusOf(saleWith(0, 0)), api::SalePaymentStatus::Paid);
}

TEST(PaymentStatus, aCancelledSaleIsCancelledWhateverItsAmounts) {
    Sale sale = saleWith(100, 0, 0, 100);
    sale.status = api::SaleStatus::Cancelled;
    EXPECT_EQ(paymentStatusOf(sale), api::SalePaymentStatus::Cancelled);
}

TEST(DeliveryStatus, countsGoodsAlone) {
    SaleLine service = goods(1, 0);
    service.service = true;
    EXPECT_EQ(deliveryStatusOf({service}), api::SaleDeliveryStatus::None);
    EXPECT_EQ(deliveryStatusOf({service, goods(2, 0)}), api::SaleDeliveryStatus::Pending);
    EXPECT_EQ(deliveryStatusOf({service, goods(2, 1)}), api::SaleDeliveryStatus::PartiallyDelivered);
    EXPECT_EQ(deliveryStatusOf({goods(1, 1), goods(1, 0)}), api::SaleDeliveryStatus::PartiallyDelivered);
    EXPECT_EQ(deliveryStatusOf({service, goods(2, 2)}), api::SaleDeliveryStatus::Delivered);
}

TEST(DeliveryStatus, whatIsTakenBackIsNotDelivered) {
    EXPECT_EQ(deliveryStatusOf({goods(-1, 0)}), api::SaleDeliveryStatus::None);
}

TEST(Kind, isInvoiceWithPartnerOrBalance) {
    EXPECT_EQ(kindOf(true, 0), api::SaleKind::Invoice);
    EXPECT_EQ(kindOf(false, 1), api::SaleKind::Invoice);
    EXPECT_EQ(kindOf(false, 0), api::SaleKind::Ticket);
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
    sale.status = api::SaleStatus::Cancelled;
    EXPECT_FALSE(isCancellable(sale));
}

} // namespace
} // namespace svc::sales
