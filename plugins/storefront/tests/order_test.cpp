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

/// A company with a VAT number and 20 % of tax as a rule.
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
    priceOrder(order, companyWith(true));
    EXPECT_EQ(order.lines[0].amount, 3700);
    EXPECT_EQ(order.lines[1].amount, 500);
    EXPECT_EQ(order.total, 4200);
}

TEST(OrderPricing, WithoutTaxInThePricesItIsAddedByRate) {
    Order order = orderOf({line("1", "1000"), line("1", "1000", Decimal::parse("5.5"))});
    priceOrder(order, companyWith(false));
    EXPECT_EQ(order.total, 1200 + 1055);
    order = orderOf({line("1", "1000")});
    Company small = companyWith(false);
    small.vatNumber = std::nullopt;
    priceOrder(order, small);
    EXPECT_EQ(order.total, 1000);
}

TEST(OrderPricing, EveryCategoryWithARateIsTaxedAsTheSaleWillBe) {
    OrderLine canary = line("1", "1000", Decimal(7));
    canary.taxCategory = "L"; // IGIC
    OrderLine exempt = line("1", "1000");
    exempt.taxCategory = "E";
    Order order = orderOf({canary, exempt});
    priceOrder(order, companyWith(false));
    EXPECT_EQ(order.total, 1070 + 1000);
}

TEST(OrderPricing, WhatIsOutOfRangeIsRefused) {
    Order order = orderOf({line("1000", "1000000000000000")});
    EXPECT_THROW(priceOrder(order, companyWith(true)), DocumentError);
}

} // namespace
} // namespace svc::storefront
