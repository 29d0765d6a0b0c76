#include "order/rules/order.hpp"

#include <gtest/gtest.h>

#include "trade/tax.hpp"

namespace svc::storefront {
namespace {

Order orderOf(std::vector<OrderLine> lines) {
    Order order;
    order.currency = Currency::of("EUR");
    order.lines = std::move(lines);
    return order;
}

OrderLine line(const char* quantity, const char* price) {
    return {.quantity = *Decimal::parse(quantity), .unitPrice = MinorPrice(*Decimal::parse(price))};
}

/// A company with a VAT number and a default tax rate of 20 %.
Company companyWith(bool pricesIncludeTax) {
    Company company;
    company.vatNumber = "FR40303265045";
    company.pricesIncludeTax = pricesIncludeTax;
    company.defaultTaxCategory = "S";
    company.defaultTaxRate = Decimal(20);
    return company;
}

TEST(OrderPricing, WithTaxInThePricesTheTotalIsTheSumOfTheLines) {
    Order order = orderOf({line("2", "1850"), line("1.5", "333.33")});
    priceOrder(order, {}, companyWith(true));
    EXPECT_EQ(order.lines[0].total, MinorAmount(3700));
    EXPECT_EQ(order.lines[1].total, MinorAmount(500));
    EXPECT_EQ(order.total, MinorAmount(4200));
}

TEST(OrderPricing, WithoutTaxInThePricesItIsAddedByRate) {
    Order order = orderOf({line("1", "1000"), line("1", "1000")});
    priceOrder(order, {{}, {.rate = Decimal::parse("5.5")}}, companyWith(false));
    EXPECT_EQ(order.total, MinorAmount(1200 + 1055));
    order = orderOf({line("1", "1000")});
    Company small = companyWith(false);
    small.vatNumber = std::nullopt;
    priceOrder(order, {}, small);
    EXPECT_EQ(order.total, MinorAmount(1000));
}

TEST(OrderPricing, EveryCategoryWithARateIsTaxedAsTheSaleWillBe) {
    Order order = orderOf({line("1", "1000"), line("1", "1000")});
    const trade::TaxChoice canary{.category = "L", .rate = Decimal(7)}; // IGIC
    priceOrder(order, {canary, {.category = "E"}}, companyWith(false));
    EXPECT_EQ(order.total, MinorAmount(1070 + 1000));
}

TEST(OrderPricing, WhatIsOutOfRangeIsRefused) {
    Order order = orderOf({line("1000", "1000000000000000")});
    EXPECT_THROW(priceOrder(order, {}, companyWith(true)), trade::DocumentError);
}

} // namespace
} // namespace svc::storefront
