#include "trade/lines.hpp"

#include <vector>

#include <gtest/gtest.h>

#include <svc/amount_units.hpp>

#include "decimal_of.hpp"
#include "refusal_of.hpp"

namespace svc::trade {
namespace {

MajorAmount major(std::string_view text) {
    return MajorAmount(decimal(text));
}

/// A line of a request whose members may be null, or of one whose members may not.
template <template <class> class Member>
struct GivenLineOf {
    Decimal quantity = Decimal(1);
    Member<int> itemId{};
    Member<std::string> label{};
    Member<MajorAmount> unitPrice{};
    Member<Decimal> discountPercent{};
    Member<MajorAmount> discountAmount{};
    Member<std::string> taxCategory{};
    Member<Decimal> taxRate{};
    Member<std::string> taxExemptionReason{};
};
using GivenLine = GivenLineOf<std::optional>;

struct GivenBody {
    std::vector<GivenLine> lines{};
    std::optional<Decimal> discountPercent{};
    std::optional<MajorAmount> discountAmount{};
};

enum class GivenCategory { Exempt = 1 };
std::string_view toText(GivenCategory) {
    return "E";
}
struct GivenItem {
    std::optional<GivenCategory> taxCategory{};
    std::optional<Decimal> taxRate{};
    std::optional<std::string> taxExemptionReason{};
};

TEST(Lines, AFreeLineHasALabelAndAPrice) {
    const auto refusal = [](const auto& line) { return refusalOf([&] { requireLineFields(line, 2); }); };
    EXPECT_EQ(refusal(GivenLine{}), "field-required:lines[2].label");
    EXPECT_EQ(refusal(GivenLine{.label = "Tea"}), "field-required:lines[2].unitPrice");
    EXPECT_EQ(refusal(GivenLine{.itemId = 1}), "");
    EXPECT_EQ(refusal(GivenLine{.label = "Tea", .unitPrice = major("0")}), "");
    EXPECT_EQ(refusal(GivenLineOf<Field>{.itemId = std::nullopt, .label = std::string("Tea")}),
              "field-required:lines[2].unitPrice")
        << "null names no item";
}

TEST(Lines, QuantityDiscountAndRateFitOneAnother) {
    const auto refusal = [](const auto& line) { return refusalOf([&] { checkLineFields(line, 1); }); };
    EXPECT_EQ(refusal(GivenLine{.quantity = Decimal(0)}), "field-invalid:lines[1].quantity");
    EXPECT_EQ(refusal(GivenLine{.quantity = decimal("0.0000001")}), "field-invalid:lines[1].quantity");
    EXPECT_EQ(refusal(GivenLine{.quantity = decimal("-0.000001")}), "");
    EXPECT_EQ(refusal(GivenLine{.discountPercent = Decimal(5), .discountAmount = major("1")}),
              "field-invalid:lines[1].discountAmount");
    EXPECT_EQ(refusal(GivenLine{.taxCategory = "AE", .taxRate = Decimal(20)}),
              "field-invalid:lines[1].taxRate");
    EXPECT_EQ(refusal(GivenLine{.taxCategory = "L", .taxRate = Decimal(7)}), "");
    EXPECT_EQ(refusal(GivenLineOf<Field>{.taxCategory = std::string("AE"), .taxRate = Decimal(0)}), "");
}

TEST(Lines, ABodyHasLinesAndOneDiscount) {
    const auto refusal = [](const GivenBody& body) { return refusalOf([&] { checkLines(body); }); };
    const GivenLine tea{.label = "Tea", .unitPrice = major("1")};
    EXPECT_EQ(refusal({}), "field-required:lines");
    EXPECT_EQ(refusal({.lines = {tea}}), "");
    EXPECT_EQ(refusal({.lines = {tea, GivenLine{}}}), "field-required:lines[1].label");
    EXPECT_EQ(refusal({.lines = {tea}, .discountPercent = Decimal(1), .discountAmount = major("1")}),
              "field-invalid:discountAmount");
}

TEST(Lines, AmountsHaveTheDecimalsOfTheCurrency) {
    const auto refusal = [](const GivenBody& body, const char* currency) {
        return refusalOf([&] { checkLineAmounts(body, Currency::of(currency)); });
    };
    EXPECT_EQ(refusal({.lines = {GivenLine{.discountAmount = major("0.5")}}}, "XOF"),
              "field-invalid:lines[0].discountAmount");
    EXPECT_EQ(refusal({.lines = {GivenLine{.discountAmount = major("0.125")}}}, "TND"), "");
    EXPECT_EQ(refusal({.lines = {GivenLine{.discountAmount = major("0.125")}}}, "EUR"),
              "field-invalid:lines[0].discountAmount");
    EXPECT_EQ(refusal({.lines = {GivenLine{.unitPrice = major("-1")}}}, "EUR"),
              "field-invalid:lines[0].unitPrice");
    EXPECT_EQ(refusal({.discountAmount = major("0.001")}, "EUR"), "field-invalid:discountAmount");
}

TEST(Lines, AnExemptLineHasAReason) {
    Company company;
    company.vatNumber = "FR40303265045";
    company.defaultTaxCategory = "S";
    company.defaultTaxRate = Decimal(20);
    const GivenItem exempt{.taxCategory = GivenCategory::Exempt};
    EXPECT_EQ(refusalOf([&] { lineTaxTerms(GivenLine{}, 3, &exempt, company); }),
              "field-required:lines[3].taxExemptionReason");
    EXPECT_EQ(lineTaxTerms(GivenLine{}, 3, &exempt, company, "VATEX-EU-132").exemptionReason, "VATEX-EU-132");
    EXPECT_EQ(lineTaxTerms(GivenLine{.taxRate = Decimal(10)}, 0, &exempt, company).category, "S");
    EXPECT_EQ(lineTaxTerms(GivenLine{}, 0, static_cast<const GivenItem*>(nullptr), company).rate,
              Decimal(20));
}

} // namespace
} // namespace svc::trade
