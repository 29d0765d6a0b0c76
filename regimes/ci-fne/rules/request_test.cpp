// Requests against the derived contract of the platform.
#include <fstream>
#include <iterator>

#include <gtest/gtest.h>

#include <svc/settings_check.hpp>
#include <svc/testing/vectors.hpp>

#include "rules/request.hpp"
#include "rules/vectors.hpp"

namespace svc::ci_fne {
namespace {

Json fileOf(const std::string& name) {
    std::ifstream in(SVC_REGIME_DATA "/" + name);
    return Json::parse(std::string(std::istreambuf_iterator<char>(in), {}));
}

void expectFits(const std::string& path, const Json& request) {
    const Json schema = fileOf(
        "fne-openapi.json")["paths"][path]["post"]["requestBody"]["content"]["application/json"]["schema"];
    try {
        SettingsCheck().check(schema, request, "request");
    } catch (const ApiError& error) {
        ADD_FAILURE() << error.what() << ' ' << request.dump();
    }
}

SoldLine line(const std::string& id, int quantity, std::int64_t net, int rate, std::int64_t tax = 0) {
    return {.id = id,
            .label = "Riz",
            .quantity = Decimal(quantity),
            .net = net,
            .tax = tax,
            .taxCategory = rate == 0 ? "E" : "S",
            .taxRate = Decimal(rate)};
}

Sold sale() {
    return {.currency = "XOF",
            .balance = 0,
            .pricesIncludeTax = false,
            .method = "mobile_money",
            .lines = {line("lin_1", 20, 400'000, 18), line("lin_2", 3, 1000, 9), line("lin_3", 1, 5, 0)}};
}

const Json Settings = Json::object({{"pointOfSale", "Plateau"}, {"establishment", "Abidjan"}});

std::vector<CertifiedItem> items() {
    return {{"lin_1", "i-1", Decimal(20)}, {"lin_2", "i-2", Decimal(1)}, {"lin_3", "i-3", Decimal(1)}};
}

std::vector<CreditedLine> noteOf(const std::string& line, int quantity, std::int64_t net) {
    return {{line, Decimal(quantity), net, 0}};
}

std::string unfitness(const std::vector<CreditedLine>& note) {
    try {
        refundOf(note, sale(), items());
        return {};
    } catch (const Unfit& unfit) {
        return unfit.what();
    }
}

TEST(Request, FitsTheContract) {
    const Json request = requestOf(sale(), Buyer{"SA Client", "9606123E", "CI"}, Settings);
    expectFits("/external/invoices/sign", request);
    EXPECT_EQ(request["template"].text(), "B2B");
    EXPECT_EQ(request["clientNcc"].text(), "9606123E");
    EXPECT_EQ(request["paymentMethod"].text(), "mobile-money");
    EXPECT_EQ(request["items"].at(0).dump(),
              R"({"taxes":["TVA"],"description":"Riz","quantity":20,"amount":20000})");
    EXPECT_EQ(request["items"].at(1).dump(),
              R"({"taxes":["TVAB"],"description":"Riz × 3","quantity":1,"amount":1000})")
        << "the platform multiplies: what does not divide is one piece";
    EXPECT_EQ(request["items"].at(2)["taxes"].at(0).text(), "TVAD");
    Sold owed = sale();
    owed.balance = 1;
    const Json deferred = requestOf(owed, std::nullopt, Settings);
    expectFits("/external/invoices/sign", deferred);
    EXPECT_EQ(deferred["paymentMethod"].text(), "deferred");
    EXPECT_EQ(deferred["template"].text(), "B2C");
}

TEST(Request, IsRefusedWithFieldAndRule) {
    Sold wrong = sale();
    wrong.lines = {line("lin_1", 1, 100, 5)};
    EXPECT_THROW(requestOf(wrong, std::nullopt, Settings), Unfit);
    wrong = sale();
    wrong.currency = "EUR";
    EXPECT_THROW(requestOf(wrong, std::nullopt, Settings), Unfit);
}

TEST(Items, AreThoseOfTheAnswerInTheirOrder) {
    const Json answer = Json::parse(R"({"invoice":{"id":"x","items":[{"id":"a"},{"id":"b"},{"id":"c"}]}})");
    const std::vector<CertifiedItem> found = itemsOf(sale(), answer);
    ASSERT_EQ(found.size(), 3U);
    EXPECT_EQ(found[0].line + found[0].id, "lin_1a");
    EXPECT_EQ(found[1].quantity, Decimal(1));
    EXPECT_THROW(itemsOf(sale(), Json::parse(R"({"invoice":{"items":[]}})")), Unfit);
}

TEST(Refund, NamesTheItemsOfThePlatform) {
    const Json some = refundOf(noteOf("lin_1", 3, 60'000), sale(), items());
    expectFits("/external/invoices/{id}/refund", some);
    EXPECT_EQ(some.dump(), R"({"items":[{"id":"i-1","quantity":3}]})");
    EXPECT_EQ(refundOf(noteOf("lin_2", 3, 1000), sale(), items()).dump(),
              R"({"items":[{"id":"i-2","quantity":1}]})");
}

TEST(Refund, IsRefusedWhereThePlatformHasNoWordForIt) {
    EXPECT_EQ(unfitness(noteOf("lin_2", 1, 333)),
              "lines.quantity: a part of a line that was certified as one piece");
    EXPECT_EQ(unfitness(noteOf("lin_1", 3, 50'000)),
              "lines: the credit note is of an amount, not of what was sold");
    EXPECT_EQ(unfitness(noteOf("lin_9", 1, 1)),
              "lines: the credit note is of an amount, not of what was sold");
}

TEST(Refund, OfAPartIsPossibleWherePricesIncludeTax) {
    Sold sold = sale();
    sold.pricesIncludeTax = true;
    sold.lines = {line("lin_1", 3, 2542, 18, 458)};
    EXPECT_EQ(refundOf({{"lin_1", Decimal(1), 847, 153}}, sold, items()).dump(),
              R"({"items":[{"id":"i-1","quantity":1}]})");
    EXPECT_EQ(refundOf({{"lin_1", Decimal(3), 2541, 459}}, sold, items()).dump(),
              R"({"items":[{"id":"i-1","quantity":3}]})")
        << "the same amount, its tax shared otherwise";
    EXPECT_THROW(refundOf({{"lin_1", Decimal(1), 847, 152}}, sold, items()), Unfit);
}

TEST(Vectors, AreMadeAsTheyAreGiven) {
    svc::testing::expectVectors(SVC_REGIME_VECTORS, checkVector);
}

} // namespace
} // namespace svc::ci_fne
