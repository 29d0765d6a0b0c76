#include "trade/pricing.hpp"

#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "decimal_of.hpp"
#include "refusal_of.hpp"

namespace svc::trade {
namespace {

const Currency Euro = Currency::of("EUR");
const Currency Franc = Currency::of("XOF");

struct PlainLine {
    Decimal quantity = Decimal(1);
    Decimal unitPrice{};
    std::optional<Decimal> discountPercent{};
    std::int64_t discountAmount = 0;
    std::string taxCategory = "S";
    Decimal taxRate = Decimal(20);
    std::int64_t net = 0, tax = 0, total = 0, netBase = 0, taxBase = 0;
};
struct PlainTax {
    std::string taxCategory;
    Decimal taxRate;
    std::int64_t net = 0;
    std::int64_t tax = 0;
};
struct PlainDocument {
    std::vector<PlainLine> lines{};
    std::vector<PlainTax> taxes{};
    Currency currency = Euro;
    Decimal exchangeRate = Decimal(1);
    bool pricesIncludeTax = true;
    std::optional<Decimal> discountPercent{};
    std::optional<std::int64_t> discountAmount{};
    std::int64_t discountTotal = 0, subtotal = 0, taxTotal = 0, total = 0;
    std::int64_t subtotalBase = 0, taxBase = 0, totalBase = 0;
};

TEST(PriceOrRefuse, FillsEveryAmountInBothCurrencies) {
    PlainDocument document{.lines = {PlainLine{.quantity = Decimal(3), .unitPrice = Decimal(1000)},
                                     PlainLine{.unitPrice = Decimal(7)}},
                           .currency = Franc,
                           .exchangeRate = decimal("655.957"),
                           .pricesIncludeTax = false};
    priceOrRefuse(document, Euro);
    EXPECT_EQ(document.subtotal, 3007);
    EXPECT_EQ(document.taxTotal, 601);
    EXPECT_EQ(document.total, 3608);
    EXPECT_EQ(document.totalBase, 550);
    EXPECT_EQ(document.subtotalBase + document.taxBase, document.totalBase);
    EXPECT_EQ(document.lines[0].netBase + document.lines[1].netBase, document.subtotalBase);
    ASSERT_EQ(document.taxes.size(), 1U);
    EXPECT_EQ(document.taxes[0].tax, 601);
}

TEST(PriceOrRefuse, NamesTheFieldThatCannotBeAccepted) {
    const auto refusal = [](PlainDocument document) {
        return refusalOf([&] { priceOrRefuse(document, Euro); });
    };
    EXPECT_EQ(refusal({.lines = {PlainLine{},
                                 PlainLine{.unitPrice = Decimal(100), .discountPercent = Decimal(101)}}}),
              "field-invalid:lines[1].discountPercent");
    EXPECT_EQ(refusal({.lines = {PlainLine{.unitPrice = Decimal(-1)}}}), "field-invalid:lines")
        << "below zero";
    EXPECT_EQ(refusal({.lines = {PlainLine{.unitPrice = Decimal(1)}}, .discountAmount = 2}),
              "field-invalid:discountAmount");
    EXPECT_EQ(
        refusal({.lines = std::vector<PlainLine>(2, PlainLine{.unitPrice = Decimal(900'000'000'000'000)})}),
        "field-invalid:lines")
        << "out of range";
}

TEST(PriceInCurrency, IsExact) {
    EXPECT_EQ(priceInCurrency(decimal("12.5"), Euro, decimal("655.957"), Euro), decimal("12.5"));
    EXPECT_EQ(priceInCurrency(Decimal(150), Euro, decimal("655.957"), Franc), decimal("983.9355"));
}

TEST(PriceWithTax, FollowsTheDocument) {
    EXPECT_EQ(priceWithTax(Decimal(2000), true, false, Decimal(20)), decimal("1666.6667"));
    EXPECT_EQ(priceWithTax(Decimal(1000), false, true, decimal("5.5")), Decimal(1055));
    EXPECT_EQ(priceWithTax(decimal("12.34567"), true, true, Decimal(20)), decimal("12.3457"));
    EXPECT_EQ(priceWithTax(Decimal(2000), true, false, Decimal(0)), Decimal(2000));
}

TEST(ExchangeRate, IsTheClientsElseThatOfTheDay) {
    const auto rate = [](const std::optional<Decimal>& given, Currency currency) {
        return exchangeRateOf(given, currency, Euro, [] { return Decimal(655); });
    };
    EXPECT_EQ(rate(std::nullopt, Franc), Decimal(655));
    EXPECT_EQ(rate(Decimal(656), Franc), Decimal(656));
    EXPECT_EQ(rate(std::nullopt, Euro), Decimal(1));
    EXPECT_EQ(rate(Decimal(1), Euro), Decimal(1));
    EXPECT_EQ(refusalOf([&] { rate(Decimal(2), Euro); }), "field-invalid:exchangeRate");
    EXPECT_EQ(refusalOf([&] { rate(Decimal(0), Franc); }), "field-invalid:exchangeRate");
    EXPECT_EQ(refusalOf([&] { rate(Decimal(-1), Franc); }), "field-invalid:exchangeRate");
}

} // namespace
} // namespace svc::trade
