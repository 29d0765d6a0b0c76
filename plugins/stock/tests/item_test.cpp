#include "domain/item.hpp"

#include <gtest/gtest.h>
#include <svc/error.hpp>

namespace svc::stock {
namespace {

Item applied(std::string_view body, Item item = {}, std::string_view currency = "EUR") {
    applyBody(item, Json::parse(body), Currency::of(currency));
    return item;
}

std::string refusal(std::string_view body, std::string_view currency = "EUR") {
    try {
        applied(body, {}, currency);
    } catch (const ApiError& error) {
        return std::string(error.code());
    }
    return {};
}

TEST(ItemTest, PricesKeepFourDecimalsMoreThanTheCurrency) {
    EXPECT_EQ(applied(R"({"price": 0.0125})").price, Decimal::parse("1.25"));
    EXPECT_EQ(applied(R"({"price": 19.99})").price, Decimal::parse("1999"));
    EXPECT_EQ(refusal(R"({"price": 0.0000001})"), "field-invalid:price");
    EXPECT_EQ(applied(R"({"price": 0})").price, Decimal());
    EXPECT_FALSE(applied("{}").price) << "not known is not free of charge";
    EXPECT_FALSE(applied(R"({"price": null})").price);
    EXPECT_EQ(refusal(R"({"cost": 1.00001})", "XOF"), "field-invalid:cost");
    EXPECT_EQ(refusal(R"({"cost": -1})"), "field-invalid:cost");
}

TEST(ItemTest, FieldsThatTheBodyDoesNotNameStay) {
    Item item = applied(R"({"name": "Beans", "sku": "A", "alertThreshold": 5})");
    item = applied(R"({"sku": null})", item);
    EXPECT_EQ(item.name, "Beans");
    EXPECT_FALSE(item.sku);
    EXPECT_EQ(item.alertThreshold, std::optional(Decimal(5)));
}

TEST(ItemTest, AServiceHasNoStock) {
    const Item item = applied(R"({"service": true, "trackStock": true, "trackLots": true})");
    EXPECT_FALSE(item.trackStock);
    EXPECT_FALSE(item.trackLots);
}

TEST(ItemTest, CategoriesWithoutTaxHaveTheRateZero) {
    EXPECT_EQ(applied(R"({"taxCategory": "G"})").taxRate, std::optional(Decimal()));
    EXPECT_EQ(refusal(R"({"taxCategory": "E", "taxRate": 20})"), "field-invalid:taxRate");
    EXPECT_EQ(applied(R"({"taxCategory": "S", "taxRate": 5.5})").taxRate, Decimal::parse("5.5"));
    EXPECT_FALSE(applied("{}").taxRate);
}

TEST(ItemTest, TheRecordShowsMinorUnitsAndEveryField) {
    Item item = applied(R"({"name": "Beans", "price": 18.00, "attributes": {"size": "M"}})");
    item.averageCost = Decimal::parse("333.33333333").value();
    const Json record = itemRecord(item, Currency::of("EUR"));
    EXPECT_EQ(record["price"].dump(), "1800");
    EXPECT_EQ(record["averageCost"].dump(), "333.3333");
    EXPECT_EQ(record["attributes"]["size"].text(), "M");
    EXPECT_TRUE(record["parentId"].isNull());
    EXPECT_EQ(record.size(), 27U);
}

} // namespace
} // namespace svc::stock
