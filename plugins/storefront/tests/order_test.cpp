#include "domain/order.hpp"

#include <svc/tax.hpp>

#include <gtest/gtest.h>

namespace svc::storefront {
namespace {

Order orderOf(std::vector<OrderLine> lines) {
    Order order;
    order.currency = Currency::of("EUR");
    order.lines = std::move(lines);
    return order;
}

OrderLine line(const char* quantity, const char* price, std::optional<Decimal> rate = std::nullopt) {
    OrderLine made;
    made.quantity = *Decimal::parse(quantity);
    made.unitPrice = *Decimal::parse(price);
    made.taxRate = rate;
    return made;
}

const TaxHabits With{true, true, "S", Decimal(20)};
const TaxHabits Without{false, true, "S", Decimal(20)};

TEST(OrderPricing, WithTaxInThePricesTheTotalIsTheSumOfTheLines) {
    Order order = orderOf({line("2", "1850"), line("1.5", "333.33")});
    priceOrder(order, With);
    EXPECT_EQ(order.lines[0].amount, 3700);
    EXPECT_EQ(order.lines[1].amount, 500);
    EXPECT_EQ(order.total, 4200);
}

TEST(OrderPricing, WithoutTaxInThePricesItIsAddedByRate) {
    Order order = orderOf({line("1", "1000"), line("1", "1000", Decimal::parse("5.5"))});
    priceOrder(order, Without);
    EXPECT_EQ(order.total, 1200 + 1055);
    order = orderOf({line("1", "1000")});
    TaxHabits small = Without;
    small.registered = false;
    priceOrder(order, small);
    EXPECT_EQ(order.total, 1000);
}

TEST(OrderPricing, WhatIsOutOfRangeIsRefused) {
    Order order = orderOf({line("1000", "1000000000000000")});
    EXPECT_THROW(priceOrder(order, With), DocumentError);
}

} // namespace
} // namespace svc::storefront
