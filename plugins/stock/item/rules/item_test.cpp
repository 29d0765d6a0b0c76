#include "item/rules/item.hpp"

#include <gtest/gtest.h>

namespace svc::stock {
namespace {

Item fresh(std::string_view currency = "EUR") {
    return {.unit = "C62", .currency = Currency::of(currency), .trackStock = true};
}

Item applied(const api::ItemUpdate& body, Item item = fresh()) {
    applyBody(item, body);
    return item;
}

std::string refusal(const api::ItemUpdate& body, std::string_view currency = "EUR") {
    try {
        applied(body, fresh(currency));
    } catch (const ApiError& error) {
        return std::string(error.code());
    }
    return {};
}

Decimal decimal(const char* text) {
    return Decimal::parse(text).value();
}

MajorAmount major(const char* text) {
    return MajorAmount(decimal(text));
}

TEST(ItemTest, PricesKeepFourDecimalsMoreThanTheCurrency) {
    EXPECT_EQ(applied({.price = major("0.0125")}).price, MinorPrice(decimal("1.25")));
    EXPECT_EQ(applied({.price = major("19.99")}).price, MinorPrice(decimal("1999")));
    EXPECT_EQ(refusal({.price = major("0.0000001")}), "field-invalid:price");
    EXPECT_EQ(applied({.price = major("0")}).price, MinorPrice());
    EXPECT_FALSE(applied({}).price) << "not known is not free of charge";
    EXPECT_FALSE(applied({.price = std::nullopt}, applied({.price = major("1")})).price);
    EXPECT_EQ(refusal({.cost = major("1.00001")}, "XOF"), "field-invalid:cost");
    EXPECT_EQ(refusal({.cost = major("-1")}), "field-invalid:cost");
    EXPECT_EQ(applied({.cost = std::nullopt}, applied({.cost = major("1")})).cost, MinorPrice());
}

TEST(ItemTest, FieldsThatTheBodyDoesNotNameStay) {
    Item item = applied({.name = "Beans", .sku = std::string("A"), .alertThreshold = Decimal(5)});
    item = applied({.sku = std::nullopt}, item);
    EXPECT_EQ(item.name, "Beans");
    EXPECT_FALSE(item.sku);
    EXPECT_EQ(item.alertThreshold, std::optional(Decimal(5)));
}

TEST(ItemTest, AServiceHasNoStock) {
    const Item item = applied({.service = true, .trackStock = true, .trackLots = true});
    EXPECT_FALSE(item.trackStock);
    EXPECT_FALSE(item.trackLots);
}

TEST(ItemTest, CategoriesWithoutTaxHaveTheRateZero) {
    using Category = api::ItemTaxCategory;
    EXPECT_EQ(applied({.taxCategory = Category::G}).taxRate, std::optional(Decimal()));
    EXPECT_EQ(refusal({.taxRate = Decimal(20), .taxCategory = Category::E}), "field-invalid:taxRate");
    EXPECT_EQ(applied({.taxRate = decimal("5.5"), .taxCategory = Category::S}).taxRate, decimal("5.5"));
    EXPECT_FALSE(applied({}).taxRate);
}

TEST(ItemTest, AveragesAreShownAsUnitPricesAre) {
    EXPECT_EQ(shownCost(decimal("333.33333333")), MinorPrice(decimal("333.3333")));
}

} // namespace
} // namespace svc::stock
