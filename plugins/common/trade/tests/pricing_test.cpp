#include "trade/pricing.hpp"

#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "decimal_of.hpp"
#include "refusal_of.hpp"

namespace svc::trade {
namespace {

const Currency Eur = Currency::of("EUR");
const Currency Xof = Currency::of("XOF");

struct Line {
    Decimal quantity = Decimal(1);
    Decimal unitPrice{};
    std::optional<Decimal> discountPercent{};
    std::int64_t discountAmount = 0;
    std::string taxCategory = "S";
    Decimal taxRate = Decimal(20);
    std::int64_t net = 0, tax = 0, total = 0, netBase = 0, taxBase = 0;
};
struct Tax {
    std::string taxCategory;
    Decimal taxRate;
    std::int64_t net = 0;
    std::int64_t tax = 0;
};
struct Document {
    std::vector<Line> lines{};
    std::vector<Tax> taxes{};
    Currency currency = Eur;
    Decimal exchangeRate = Decimal(1);
    bool pricesIncludeTax = true;
    std::optional<Decimal> discountPercent{};
    std::optional<std::int64_t> discountAmount{};
    std::int64_t discountTotal = 0, subtotal = 0, taxTotal = 0, total = 0;
    std::int64_t subtotalBase = 0, taxBase = 0, totalBase = 0;
};

TEST(PriceOrRefuse, FillsEveryAmountInBothCurrencies) {
    Document document{
        .lines = {Line{.quantity = Decimal(3), .unitPrice = Decimal(1000)}, Line{.unitPrice = Decimal(7)}},
        .currency = Xof,
        .exchangeRate = decimal("655.957"),
        .pricesIncludeTax = false};
    priceOrRefuse(document, Eur);
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
    const auto refusal = [](Document document) { return refusalOf([&] { priceOrRefuse(document, Eur); }); };
    EXPECT_EQ(refusal({.lines = {Line{}, Line{.unitPrice = Decimal(100), .discountPercent = Decimal(101)}}}),
              "field-invalid:lines[1].discountPercent");
    EXPECT_EQ(refusal({.lines = {Line{.unitPrice = Decimal(-1)}}}), "field-invalid:lines") << "below zero";
    EXPECT_EQ(refusal({.lines = {Line{.unitPrice = Decimal(1)}}, .discountAmount = 2}),
              "field-invalid:discountAmount");
    EXPECT_EQ(refusal({.lines = std::vector<Line>(2, Line{.unitPrice = Decimal(900'000'000'000'000)})}),
              "field-invalid:lines")
        << "out of range";
}

TEST(PriceInCurrency, IsExact) {
    EXPECT_EQ(priceInCurrency(decimal("12.5"), Eur, decimal("655.957"), Eur), decimal("12.5"));
    EXPECT_EQ(priceInCurrency(Decimal(150), Eur, decimal("655.957"), Xof), decimal("983.9355"));
}

TEST(ExchangeRate, IsTheClientsElseThatOfTheDay) {
    const auto rate = [](const std::optional<Decimal>& given, Currency currency) {
        return exchangeRateOf(given, currency, Eur, [] { return Decimal(655); });
    };
    EXPECT_EQ(rate(std::nullopt, Xof), Decimal(655));
    EXPECT_EQ(rate(Decimal(656), Xof), Decimal(656));
    EXPECT_EQ(rate(std::nullopt, Eur), Decimal(1));
    EXPECT_EQ(rate(Decimal(1), Eur), Decimal(1));
    EXPECT_EQ(refusalOf([&] { rate(Decimal(2), Eur); }), "field-invalid:exchangeRate");
    EXPECT_EQ(refusalOf([&] { rate(Decimal(0), Xof); }), "field-invalid:exchangeRate");
    EXPECT_EQ(refusalOf([&] { rate(Decimal(-1), Xof); }), "field-invalid:exchangeRate");
}

} // namespace
} // namespace svc::trade
