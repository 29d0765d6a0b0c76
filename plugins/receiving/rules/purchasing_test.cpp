#include "rules/purchasing.hpp"

#include <gtest/gtest.h>

namespace svc::receiving {
namespace {

const Date Today = Date::parse("2026-11-25").value();

einvoice::Line line(std::int64_t quantity, const Decimal& price, std::int64_t net,
                    std::int64_t discount = 0) {
    einvoice::Line line;
    line.name = "Arabica 1 kg";
    line.quantity = Decimal(quantity);
    line.unit = "KGM";
    line.netPrice = price;
    line.netDiscount = discount;
    line.netAmount = net;
    line.taxCategory = "S";
    line.taxRate = Decimal(20);
    return line;
}

einvoice::Invoice invoice(std::vector<einvoice::Line> lines) {
    einvoice::Invoice invoice;
    invoice.number = "BN-7781";
    invoice.date = Date::parse("2026-11-20").value();
    invoice.dueDate = Date::parse("2026-12-20").value();
    invoice.currency = Currency::of("EUR");
    invoice.seller.name = "Brûlerie du Nord";
    invoice.lines = std::move(lines);
    return invoice;
}

TEST(Purchasing, TakesLinesAsTheyAre) {
    const Json body = purchaseBody(invoice({line(10, Decimal(1050), 10000, 500)}), "par_1", Today);
    EXPECT_EQ(body["supplierReference"].text(), "BN-7781");
    EXPECT_EQ(body["date"].text(), "2026-11-20");
    EXPECT_EQ(body["dueDate"].text(), "2026-12-20");
    EXPECT_FALSE(body["pricesIncludeTax"].boolean());
    ASSERT_EQ(body["lines"].size(), 1U);
    const Json& first = body["lines"][0];
    EXPECT_EQ(first["quantity"].decimal(), Decimal(10));
    EXPECT_EQ(first["unitPrice"].decimal(), Decimal::parse("10.5"));
    EXPECT_EQ(first["discountAmount"].decimal(), Decimal(5));
    EXPECT_EQ(first["unit"].text(), "KGM");
}

TEST(Purchasing, KeepsTheAmountWhereQuantityTimesPriceIsAnother) {
    // A price per 3 pieces, and a charge on the line, which purchases do not know.
    for (const einvoice::Line& odd :
         {line(7, Decimal::parse("333.33333333").value(), 2334), line(1, Decimal(1000), 1200, -200)}) {
        const Json body = purchaseBody(invoice({odd}), "par_1", Today);
        const Json& first = body["lines"][0];
        EXPECT_EQ(first["quantity"].decimal(), Decimal(1));
        EXPECT_EQ(first["unitPrice"].decimal().shifted(2), Decimal(odd.netAmount));
    }
}

TEST(Purchasing, MakesLinesOfChargesAndDiscountsOfTheDocument) {
    einvoice::Invoice given = invoice({line(1, Decimal(10000), 10000)});
    given.charges.push_back({.amount = 900, .taxCategory = "S", .taxRate = Decimal(20)});
    given.allowances.push_back({.amount = 500, .taxCategory = "S", .taxRate = Decimal(20)});
    const Json lines = purchaseBody(given, "par_1", Today)["lines"];
    ASSERT_EQ(lines.size(), 3U);
    EXPECT_EQ(lines[1]["label"].text(), "Freight");
    EXPECT_EQ(lines[1]["unitPrice"].decimal(), Decimal(9));
    EXPECT_EQ(lines[2]["quantity"].decimal(), Decimal(-1));
    EXPECT_EQ(lines[2]["unitPrice"].decimal(), Decimal(5));
}

TEST(Purchasing, TakesTheTotalsOfAProfileWithoutLines) {
    einvoice::Invoice given = invoice({});
    given.taxes.push_back({.taxCategory = "S",
                           .taxRate = Decimal(20),
                           .taxable = 10000,
                           .tax = 2000,
                           .exemptionText = {},
                           .exemptionCode = {}});
    const Json lines = purchaseBody(given, "par_1", Today)["lines"];
    ASSERT_EQ(lines.size(), 1U);
    EXPECT_EQ(lines[0]["unitPrice"].decimal(), Decimal(100));
    EXPECT_EQ(lines[0]["taxRate"].decimal(), Decimal(20));
}

TEST(Purchasing, MakesALineWithoutTaxOfTheRounding) {
    einvoice::Invoice given = invoice({line(1, Decimal(3698), 3698)});
    given.totals.withTax = 4437;
    for (const std::int64_t rounding : {1, -2}) {
        given.totals.rounding = rounding;
        const Json lines = purchaseBody(given, "par_1", Today)["lines"];
        ASSERT_EQ(lines.size(), 2U);
        EXPECT_EQ(lines[1]["label"].text(), "Rounding");
        const Decimal amount = lines[1]["quantity"].decimal() * lines[1]["unitPrice"].decimal();
        EXPECT_EQ(amount, Decimal(rounding, 2));
        EXPECT_GT(lines[1]["unitPrice"].decimal().sign(), 0);
        EXPECT_EQ(lines[1]["taxCategory"].text(), "O");
        EXPECT_TRUE(lines[1]["taxRate"].decimal().isZero());
        EXPECT_TRUE(lines[1]["service"].boolean());
    }
    given.totals.rounding = 0;
    given.totals.prepaid = 1000;
    EXPECT_EQ(purchaseBody(given, "par_1", Today)["lines"].size(), 1U) << "what was paid is no line";
}

TEST(Purchasing, IsNotDatedAfterToday) {
    einvoice::Invoice given = invoice({line(1, Decimal(10000), 10000)});
    given.date = Today.addDays(3);
    EXPECT_EQ(purchaseBody(given, "par_1", Today)["date"].text(), "2026-11-25");
}

TEST(Purchasing, MakesAnExpenseOfOneRateOnly) {
    einvoice::Invoice given = invoice({});
    given.totals.withTax = 12000;
    given.taxes.push_back({.taxCategory = "S",
                           .taxRate = Decimal(20),
                           .taxable = 10000,
                           .tax = 2000,
                           .exemptionText = {},
                           .exemptionCode = {}});
    const auto body = expenseBody(given, std::nullopt, Today);
    ASSERT_TRUE(body);
    EXPECT_EQ((*body)["amount"].decimal(), Decimal(120));
    EXPECT_EQ((*body)["label"].text(), "Brûlerie du Nord BN-7781");
    given.taxes.push_back(given.taxes[0]);
    EXPECT_FALSE(expenseBody(given, std::nullopt, Today));
}

} // namespace
} // namespace svc::receiving
