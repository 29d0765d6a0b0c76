
#include "sale/rules/sale.hpp"
#include "trade/pricing.hpp"

#include <gtest/gtest.h>

namespace svc::sales {
namespace {

Decimal decimal(std::string_view text) {
    return Decimal::parse(text).value();
}

SaleLine line(std::string_view quantity, std::string_view unitPriceMinor, std::string_view rate = "20") {
    SaleLine made;
    made.quantity = decimal(quantity);
    made.unitPrice = decimal(unitPriceMinor);
    made.taxCategory = "S";
    made.taxRate = decimal(rate);
    return made;
}

Sale saleOf(std::vector<SaleLine> lines, std::string_view currency = "EUR") {
    Sale sale;
    sale.currency = Currency::of(currency);
    sale.lines = std::move(lines);
    return sale;
}

std::string refusedField(Sale sale) {
    try {
        trade::priceWholeDocument(sale, Currency::of("EUR"));
    } catch (const trade::DocumentError& error) {
        return error.field();
    }
    return "";
}

TEST(Pricing, theExampleOfTheDefinitionsComesOutExactly) {
    SaleLine machine = line("2", "12000");
    machine.discountPercent = Decimal(10);
    SaleLine installation = line("1", "6000");
    installation.service = true;
    Sale sale = saleOf({machine, installation});
    trade::priceWholeDocument(sale, Currency::of("EUR"));

    EXPECT_EQ(sale.subtotal, 23000);
    EXPECT_EQ(sale.discountTotal, 2400);
    EXPECT_EQ(sale.taxTotal, 4600);
    EXPECT_EQ(sale.total, 27600);
    EXPECT_EQ(sale.totalBase, 27600);
    ASSERT_EQ(sale.taxes.size(), 1U);
    EXPECT_EQ(sale.taxes[0].net, 23000);
    EXPECT_EQ(sale.taxes[0].tax, 4600);
    EXPECT_EQ(sale.lines[0].discountAmount, 2400);
    EXPECT_EQ(sale.lines[0].net, 18000);
    EXPECT_EQ(sale.lines[0].tax, 3600);
    EXPECT_EQ(sale.lines[0].total, 21600);
    EXPECT_EQ(sale.lines[1].net, 5000);
    EXPECT_EQ(sale.lines[1].tax, 1000);
    EXPECT_EQ(sale.lines[1].total, 6000);
}

TEST(Pricing, withPricesExcludingTaxTheTaxIsAddedOncePerGroup) {
    Sale sale = saleOf({line("3", "333"), line("1", "1", "20"), line("1", "1000", "5.5")});
    sale.pricesIncludeTax = false;
    trade::priceWholeDocument(sale, Currency::of("EUR"));
    EXPECT_EQ(sale.subtotal, 2000);
    EXPECT_EQ(sale.taxTotal, 200 + 55);
    EXPECT_EQ(sale.total, 2255);
    EXPECT_EQ(sale.taxes.size(), 2U);
}

TEST(Pricing, aDiscountOfTheDocumentIsSpreadOverTheLinesAndCountedInTheDiscountTotal) {
    Sale sale = saleOf({line("1", "1000"), line("1", "1000"), line("1", "1000")});
    sale.discountAmount = 100;
    trade::priceWholeDocument(sale, Currency::of("EUR"));
    EXPECT_EQ(sale.total, 2900);
    EXPECT_EQ(sale.discountTotal, 100);
    EXPECT_EQ(sale.lines[0].total, 966);
    EXPECT_EQ(sale.lines[1].total, 967);
    EXPECT_EQ(sale.lines[2].total, 967);
    EXPECT_EQ(sale.lines[0].discountAmount, 0) << "a line shows its own discount alone";
}

TEST(Pricing, aForeignSaleIsConvertedOnceAndItsPartsAddUp) {
    Sale sale = saleOf({line("1", "999"), line("7", "333", "5.5"), line("1", "1")}, "USD");
    sale.exchangeRate = decimal("1.0842");
    trade::priceWholeDocument(sale, Currency::of("EUR"));
    EXPECT_EQ(sale.totalBase, roundedRatio(Int128{sale.total} * 10000, 10842));
    std::int64_t sum = 0;
    for (const SaleLine& one : sale.lines) {
        sum += one.netBase + one.taxBase;
    }
    EXPECT_EQ(sum, sale.totalBase);
    EXPECT_EQ(sale.subtotalBase + sale.taxBase, sale.totalBase);
}

TEST(Pricing, currenciesWithoutDecimalsHaveWholeAmounts) {
    Sale sale = saleOf({line("1.5", "333", "18")}, "XOF");
    trade::priceWholeDocument(sale, Currency::of("XOF"));
    EXPECT_EQ(sale.total, 500);
    EXPECT_EQ(sale.taxTotal, 76);
}

TEST(Pricing, aTotalOfZeroIsPossible) {
    Sale sale = saleOf({line("1", "0")});
    trade::priceWholeDocument(sale, Currency::of("EUR"));
    EXPECT_EQ(sale.total, 0);
}

TEST(Pricing, anEmptiesReturnLowersTheTotal) {
    Sale sale = saleOf({line("1", "1000"), line("-2", "100")});
    trade::priceWholeDocument(sale, Currency::of("EUR"));
    EXPECT_EQ(sale.total, 800);
}

TEST(Pricing, aNegativeTotalIsRefusedAtTheLines) {
    EXPECT_EQ(refusedField(saleOf({line("1", "100"), line("-2", "100")})), "lines");
}

TEST(Pricing, aDiscountAboveItsLineIsRefusedAtThatLine) {
    SaleLine second = line("1", "100");
    second.discountAmount = 101;
    EXPECT_EQ(refusedField(saleOf({line("1", "1000"), second})), "lines[1].discountAmount");
}

TEST(Pricing, aDiscountAboveTheDocumentIsRefused) {
    Sale sale = saleOf({line("1", "100")});
    sale.discountAmount = 101;
    EXPECT_EQ(refusedField(sale), "discountAmount");
}

TEST(Pricing, anAmountBeyondTheRangeIsRefusedAtItsLine) {
    EXPECT_EQ(refusedField(saleOf({line("1000000", "1000000000000000")})), "lines[0].unitPrice");
}

} // namespace
} // namespace svc::sales
