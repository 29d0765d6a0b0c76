#include "rules/purchasing.hpp"

#include <tuple>

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

einvoice::TaxGroup group(std::int64_t taxable, std::int64_t tax, const Decimal& rate = Decimal(20)) {
    einvoice::TaxGroup group;
    group.taxCategory = "S";
    group.taxRate = rate;
    group.taxable = taxable;
    group.tax = tax;
    return group;
}

Json bodyOf(const einvoice::Invoice& given) {
    return purchaseBody(given, "par_1", Today).value();
}

TEST(Purchasing, TakesLinesAsTheyAre) {
    const Json body = bodyOf(invoice({line(10, Decimal(1050), 10000, 500)}));
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
    // A price per 3 pieces, and a charge on the line: purchases support neither.
    for (const einvoice::Line& odd :
         {line(7, Decimal::parse("333.33333333").value(), 2334), line(1, Decimal(1000), 1200, -200)}) {
        const Json body = bodyOf(invoice({odd}));
        const Json& first = body["lines"][0];
        EXPECT_EQ(first["quantity"].decimal(), Decimal(1));
        EXPECT_EQ(first["unitPrice"].decimal().shifted(2), Decimal(odd.netAmount));
    }
}

TEST(Purchasing, MakesLinesOfChargesAndDiscountsOfTheDocument) {
    einvoice::Invoice given = invoice({line(1, Decimal(10000), 10000)});
    given.charges.push_back({.amount = 900, .taxCategory = "S", .taxRate = Decimal(20)});
    given.allowances.push_back({.amount = 500, .taxCategory = "S", .taxRate = Decimal(20)});
    const Json lines = bodyOf(given)["lines"];
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
    const Json lines = bodyOf(given)["lines"];
    ASSERT_EQ(lines.size(), 1U);
    EXPECT_EQ(lines[0]["unitPrice"].decimal(), Decimal(100));
    EXPECT_EQ(lines[0]["taxRate"].decimal(), Decimal(20));
}

TEST(Purchasing, TakesALineFreeWhereItsDiscountIsAboveItsPrice) {
    // 3 × 6.638642 = 19.915926: the discount of 19.92 equals the rounded product, but exceeds the exact one.
    const Json lines = bodyOf(invoice({line(3, Decimal::parse("663.8642").value(), 0, 1992)}))["lines"];
    EXPECT_EQ(lines[0]["quantity"].decimal(), Decimal(1));
    EXPECT_TRUE(lines[0]["unitPrice"].decimal().isZero());
    EXPECT_TRUE(lines[0]["discountAmount"].isNull());
    // A returned line cannot have a discount either.
    const Json back = bodyOf(invoice({line(-2, Decimal(1000), -2100, 100)}))["lines"];
    EXPECT_EQ(back[0]["quantity"].decimal(), Decimal(-1));
    EXPECT_EQ(back[0]["unitPrice"].decimal(), Decimal(21));
}

TEST(Purchasing, CountsDiscountsAndChargesOnceInAProfileWithoutLines) {
    einvoice::Invoice given = invoice({});
    given.allowances.push_back({.amount = 1000, .taxCategory = "S", .taxRate = Decimal(20)});
    given.charges.push_back({.amount = 500, .taxCategory = "S", .taxRate = Decimal(20)});
    given.taxes.push_back(group(9500, 1900));
    const Json lines = bodyOf(given)["lines"];
    ASSERT_EQ(lines.size(), 1U);
    EXPECT_EQ(lines[0]["unitPrice"].decimal(), Decimal(95));
}

TEST(Purchasing, FindsTheRateOfAnInvoiceThatTellsItsTotalsAlone) {
    einvoice::Invoice given = invoice({});
    for (const auto& [net, tax, rate] :
         {std::tuple(10000, 2000, "20"), std::tuple(10000, 550, "5.5"), std::tuple(10000, 1925, "19.25")}) {
        given.totals = {.withoutTax = net, .tax = tax, .withTax = net + tax, .due = net + tax};
        const Json lines = bodyOf(given)["lines"];
        ASSERT_EQ(lines.size(), 1U);
        EXPECT_EQ(lines[0]["taxRate"].decimal(), Decimal::parse(rate));
        EXPECT_EQ(lines[0]["unitPrice"].decimal(), Decimal(net, 2));
        EXPECT_EQ(expenseBody(given, std::nullopt, Today).value()["taxRate"].decimal(), Decimal::parse(rate));
    }
    given.totals = {.withoutTax = 1'000'000, .tax = 133'333, .withTax = 1'133'333, .due = 1'133'333};
    EXPECT_FALSE(purchaseBody(given, "par_1", Today)) << "more than one rate";
    EXPECT_FALSE(expenseBody(given, std::nullopt, Today));
    given.totals = {.withoutTax = 10000, .withTax = 10000, .due = 10000};
    EXPECT_EQ(bodyOf(given)["lines"][0]["taxCategory"].text(), "O");
}

TEST(Purchasing, ComesToTheInvoiceWhoseTaxIsRoundedOtherwise) {
    einvoice::Invoice given = invoice({line(1, Decimal(10000), 10000)});
    given.taxes.push_back(group(10000, 2001));
    Json lines = bodyOf(given)["lines"];
    ASSERT_EQ(lines.size(), 2U);
    EXPECT_EQ(lines[1]["label"].text(), "Rounding");
    EXPECT_EQ(lines[1]["quantity"].decimal() * lines[1]["unitPrice"].decimal(), Decimal(1, 2));
    EXPECT_EQ(lines[1]["taxCategory"].text(), "O");
    given.totals.rounding = -1;
    EXPECT_EQ(bodyOf(given)["lines"].size(), 1U) << "both together are nothing";

    // An amount with two decimals in a currency with three.
    einvoice::Invoice dinars = invoice({line(1, Decimal(10010), 10010)});
    dinars.currency = Currency::of("TND");
    dinars.lines[0].taxRate = Decimal(19);
    dinars.taxes.push_back(group(10010, 1900, Decimal(19)));
    lines = bodyOf(dinars)["lines"];
    ASSERT_EQ(lines.size(), 2U);
    EXPECT_EQ(lines[1]["quantity"].decimal() * lines[1]["unitPrice"].decimal(), Decimal(-2, 3));
}

TEST(Purchasing, RoundsARateThatIsTooFine) {
    einvoice::Invoice given = invoice({line(1, Decimal(10000), 10000)});
    given.lines[0].taxRate = Decimal::parse("19.123456").value();
    given.taxes.push_back(group(10000, 1912, given.lines[0].taxRate));
    const Json lines = bodyOf(given)["lines"];
    ASSERT_EQ(lines.size(), 1U);
    EXPECT_EQ(lines[0]["taxRate"].decimal(), Decimal::parse("19.1235"));
}

TEST(Purchasing, IsDatedAsWanted) {
    const std::optional<Date> wanted = Date::parse("2026-11-23");
    einvoice::Invoice given = invoice({line(1, Decimal(10000), 10000)});
    EXPECT_EQ(purchaseBody(given, "par_1", Today, wanted).value()["date"].text(), "2026-11-23");
    given.taxes.push_back(group(10000, 2000));
    EXPECT_EQ(expenseBody(given, std::nullopt, Today, wanted).value()["date"].text(), "2026-11-23");
}

TEST(Purchasing, MakesAnExpenseOfWhatIsToBePaid) {
    einvoice::Invoice given = invoice({});
    given.totals = {.withoutTax = 10000, .tax = 2001, .withTax = 12001, .rounding = -1, .due = 12000};
    given.taxes.push_back(group(10000, 2001));
    const Json body = expenseBody(given, std::nullopt, Today).value();
    EXPECT_EQ(body["amount"].decimal(), Decimal(120));
    EXPECT_EQ(body["tax"].integer(), 2001);
}

TEST(Purchasing, MakesALineWithoutTaxOfTheRounding) {
    einvoice::Invoice given = invoice({line(1, Decimal(3698), 3698)});
    given.totals.withTax = 4437;
    for (const std::int64_t rounding : {1, -2}) {
        given.totals.rounding = rounding;
        const Json lines = bodyOf(given)["lines"];
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
    EXPECT_EQ(bodyOf(given)["lines"].size(), 1U) << "what was paid is no line";
}

TEST(Purchasing, IsNotDatedAfterToday) {
    einvoice::Invoice given = invoice({line(1, Decimal(10000), 10000)});
    given.date = Today.addDays(3);
    EXPECT_EQ(bodyOf(given)["date"].text(), "2026-11-25");
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
