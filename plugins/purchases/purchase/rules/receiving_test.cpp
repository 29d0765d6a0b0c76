#include <gtest/gtest.h>

#include "purchase/rules/receiving.hpp"

namespace svc::purchases {
namespace {

PurchaseLine line(std::int64_t quantity, std::int64_t net, std::int64_t tax) {
    PurchaseLine line;
    line.quantity = Decimal(quantity);
    line.net = line.netBase = net;
    line.tax = line.taxBase = tax;
    return line;
}

TEST(Receiving, ThePartsOfAllReceiptsAddUpToTheLine) {
    const PurchaseLine three = line(3, 10000, 2000);
    LineShare sum;
    for (int i = 0; i < 3; ++i) {
        const LineShare part = shareBetween(three, Decimal(i), Decimal(i + 1));
        EXPECT_TRUE(part.net == 3333 || part.net == 3334);
        sum.net += part.net;
        sum.tax += part.tax;
        sum.netBase += part.netBase;
        sum.taxBase += part.taxBase;
    }
    EXPECT_EQ(sum, (LineShare{10000, 2000, 10000, 2000}));
}

TEST(Receiving, WhatASupplierTakesBackIsNegativeThroughout) {
    const PurchaseLine empties = line(-4, -400, -80);
    EXPECT_EQ(shareBetween(empties, Decimal(), Decimal(-1)).net, -100);
    EXPECT_EQ(shareUpTo(empties, Decimal(-4)).tax, -80);
    EXPECT_EQ(netUnitPrice(empties), Decimal(100));
}

TEST(Receiving, AUnitCostsItsShareOfTheNetAmount) {
    EXPECT_EQ(netUnitPrice(line(40, 40000, 8000)), Decimal(1000));
    EXPECT_EQ(netUnitPrice(line(3, 10000, 0)).toString(), "3333.3333");
    EXPECT_EQ(lineUnitCostBase(line(3, 10000, 0), true).toString(), "3333.33333333");
}

TEST(Receiving, TaxThatIsNotDeductedIsPartOfTheCost) {
    EXPECT_EQ(lineUnitCostBase(line(40, 40000, 8000), true), Decimal(1000));
    EXPECT_EQ(lineUnitCostBase(line(40, 40000, 8000), false), Decimal(1200));
}

TEST(Receiving, ACostIsConvertedAtTheRateOfThePurchase) {
    const Currency usd = Currency::of("USD");
    const Currency eur = Currency::of("EUR");
    EXPECT_EQ(unitCostBase(Decimal(1100), usd, *Decimal::parse("1.1"), eur), Decimal(1000));
    EXPECT_EQ(unitCostBase(Decimal(1100), eur, Decimal(1), eur), Decimal(1100));
    // 10.00 EUR are 6559.57, rounded in a currency without decimals.
    EXPECT_EQ(unitCostBase(Decimal(1000), eur, *Decimal::parse("0.00152449"), Currency::of("XOF")).rounded(0),
              Decimal(6560));
}

} // namespace
} // namespace svc::purchases
