
#include "sale/rules/posting.hpp"

#include <gtest/gtest.h>

#include "trade/pricing.hpp"

namespace svc::sales {
namespace {

SaleLine line(int quantity, std::int64_t unitPrice, bool service, int rate) {
    SaleLine made;
    made.quantity = Decimal(quantity);
    made.unitPrice = Decimal(unitPrice);
    made.service = service;
    made.taxCategory = rate == 0 ? "O" : "S";
    made.taxRate = Decimal(rate);
    return made;
}

Sale pricedSale(std::vector<SaleLine> lines, std::string_view currency = "EUR") {
    Sale sale;
    sale.currency = Currency::of(currency);
    sale.exchangeRate = currency == "EUR" ? Decimal(1) : Decimal::parse("1.0842").value();
    sale.lines = std::move(lines);
    trade::priceWholeDocument(sale, Currency::of("EUR"));
    return sale;
}

std::int64_t balanceOf(const std::vector<PostingLine>& lines) {
    std::int64_t sum = 0;
    for (const PostingLine& one : lines) {
        sum += one.debit - one.credit;
    }
    return sum;
}

TEST(Posting, separatesGoodsAndServicesAndTheirTax) {
    const auto lines = salePosting(pricedSale({line(2, 10800, false, 20), line(1, 6000, true, 20)}));
    ASSERT_EQ(lines.size(), 5U);
    EXPECT_EQ(lines[0].role, "customer");
    EXPECT_EQ(lines[0].debit, 27600);
    EXPECT_EQ(lines[1].role, "sales_goods");
    EXPECT_EQ(lines[1].credit, 18000);
    EXPECT_EQ(lines[2].role, "sales_services");
    EXPECT_EQ(lines[2].credit, 5000);
    EXPECT_EQ(lines[3].role, "vat_collected_goods");
    EXPECT_EQ(lines[3].credit, 3600);
    EXPECT_EQ(lines[4].role, "vat_collected_services");
    EXPECT_EQ(lines[4].credit, 1000);
    EXPECT_EQ(balanceOf(lines), 0);
}

TEST(Posting, hasOneLinePerRate) {
    const auto lines = salePosting(pricedSale({line(1, 12000, false, 20), line(1, 10550, false, 5)}));
    EXPECT_EQ(lines.size(), 5U);
    EXPECT_EQ(balanceOf(lines), 0);
}

TEST(Posting, leavesOutTaxOfZero) {
    const auto lines = salePosting(pricedSale({line(1, 12000, false, 0)}));
    ASSERT_EQ(lines.size(), 2U);
    EXPECT_EQ(lines[1].credit, 12000);
}

TEST(Posting, aSaleOfZeroIsNoEntry) {
    EXPECT_TRUE(salePosting(pricedSale({line(1, 0, false, 20)})).empty());
}

TEST(Posting, aNegativeLineIsDebited) {
    const auto lines = salePosting(pricedSale({line(1, 12000, false, 20), line(-1, 1200, true, 20)}));
    EXPECT_EQ(lines[2].role, "sales_services");
    EXPECT_EQ(lines[2].debit, 1000);
    EXPECT_EQ(lines[2].credit, 0);
    EXPECT_EQ(balanceOf(lines), 0);
}

TEST(Posting, aForeignSaleBalancesInTheCurrencyOfTheCompany) {
    const auto lines = salePosting(pricedSale({line(3, 333, false, 20), line(7, 111, true, 20)}, "USD"));
    EXPECT_EQ(balanceOf(lines), 0);
    EXPECT_EQ(lines[0].foreign, 1776);
    EXPECT_EQ(lines[0].debit, 1638);
    EXPECT_LT(lines[1].foreign, 0) << "below zero on the credit side";
}

TEST(Posting, aCreditSwapsTheSides) {
    const Sale sale = pricedSale({line(2, 10800, false, 20)});
    const auto lines = creditPosting(sale, creditRest(sale, Currency::of("EUR")));
    EXPECT_EQ(lines[0].credit, 21600);
    EXPECT_EQ(lines[1].debit, 18000);
    EXPECT_EQ(balanceOf(lines), 0);
}

} // namespace
} // namespace svc::sales
