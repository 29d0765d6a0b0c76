// Conversion of orders of the Admin API.
#include "shopify_case.hpp"

#include "common/faulty_answers.hpp"

namespace svc::shopify::testing {
namespace {

class Orders : public Shopify {
protected:
    Json pageWith(const Json& one) {
        answerNow(answer(Json::array({one})));
        return run("fetch", asked());
    }
};

TEST_F(Orders, APaidOneIsARecord) {
    const Json page = pageWith(order());
    EXPECT_EQ(
        page["records"].dump(),
        R"([{"externalId":"shopify:820982911946154508","number":"#9999","placedAt":"2026-01-05T16:15:00Z",)"
        R"("currency":"EUR","pricesIncludeTax":false,"total":120,"refunded":0,)"
        R"("customer":{"name":null,"phone":null,"email":"jon@example.com"},"deliveryAddress":null,)"
        R"("lines":[{"sku":"IPOD2008","label":"Café crème","quantity":1,"unitPrice":100,"taxRate":20}],)"
        R"("note":null}])");
    EXPECT_EQ(page["removed"].size(), 0U);
}

TEST_F(Orders, AreTakenWhenTheyArePaidAndWithdrawnWhenTheyWaitOrAreGone) {
    const auto standing = [&](const std::string& status, const Json& cancelled) {
        Json one = order();
        const Json page = pageWith(one.set("displayFinancialStatus", status).set("cancelledAt", cancelled));
        return page["records"].size() == 1 ? "open" : page["removed"].size() == 1 ? "withdrawn" : "left";
    };
    for (const char* status : {"PAID", "PARTIALLY_REFUNDED"}) {
        EXPECT_STREQ(standing(status, nullptr), "open") << status;
        EXPECT_STREQ(standing(status, "2026-01-06T10:00:00Z"), "withdrawn") << status;
    }
    for (const char* status : {"REFUNDED", "VOIDED", "EXPIRED", "PENDING", "AUTHORIZED"}) {
        EXPECT_STREQ(standing(status, nullptr), "withdrawn") << status;
    }
    EXPECT_STREQ(standing("PARTIALLY_PAID", nullptr), "left") << "more was ordered, and is to be paid";
    EXPECT_STREQ(standing("PAID_BY_BARTER", nullptr), "left") << "not known yet";
    Json held = order();
    EXPECT_EQ(pageWith(held.set("displayFulfillmentStatus", "ON_HOLD"))["removed"].size(), 1U);
    EXPECT_EQ(pageWith(held.set("displayFulfillmentStatus", "PARTIALLY_FULFILLED"))["records"].size(), 1U);
    Json trial = order();
    const Json page = pageWith(trial.set("test", true));
    EXPECT_EQ(page["records"].size() + page["removed"].size(), 0U) << "orders of tests are none";
}

TEST_F(Orders, TellWhatIsLeftAfterDiscountsAndReturns) {
    Json one = order(Json::array(
        {item("A", 3, 2, "10.00", {"0.055"}, "3.00"), item("B", 1, 0, "50.00"), item("C", 2, 2, "0.5", {})}));
    one.set("taxesIncluded", true)
        .set("shippingLines",
             connection(Json::array({freight("Express", "4.90", {"0.05", "0.09975"}),
                                     freight("Gone", "9.90", {}, true), freight("Free", "0.0")})));
    const Json record = pageWith(one)["records"].at(0);
    EXPECT_TRUE(record["pricesIncludeTax"].boolean());
    EXPECT_EQ(record["lines"].dump(),
              R"([{"sku":"A","label":"Café crème","quantity":2,"unitPrice":9,"taxRate":5.5},)"
              R"({"sku":"C","label":"Café crème","quantity":2,"unitPrice":0.5,"taxRate":0},)"
              R"({"sku":null,"label":"Express","quantity":1,"unitPrice":4.9,"taxRate":14.975}])");
    EXPECT_EQ(pageWith(order(Json::array({item("B", 1, 0, "50.00")})))["removed"].size(), 1U)
        << "nothing is left of it";
}

TEST_F(Orders, TellWhatWasGivenBackWithoutGoods) {
    Json one = order();
    one.set("displayFinancialStatus", "PARTIALLY_REFUNDED").set("totalRefundedSet", set("12.50"));
    EXPECT_EQ(pageWith(one)["records"].at(0)["refunded"].dump(), "12.5");
    EXPECT_NE(test.requests().back().body.find("totalRefundedSet"), std::string::npos);
}

TEST_F(Orders, KnowEveryKindOfCurrency) {
    for (const auto& [currency, price] : std::vector<std::pair<std::string, std::string>>{
             {"JPY", "1500.0"}, {"KWD", "1.234"}, {"XOF", "5000"}}) {
        Json one = order(Json::array({item("A", 1, 1, price)}));
        const Json record =
            pageWith(one.set("currencyCode", currency).set("currentTotalPriceSet", set(price)))["records"].at(
                0);
        EXPECT_EQ(record["total"].decimal(), *Decimal::parse(price));
        EXPECT_EQ(record["lines"].at(0)["unitPrice"].decimal(), *Decimal::parse(price));
    }
}

TEST_F(Orders, NameWhoBuysAndWhereItGoes) {
    Json one = order();
    one.set("billingAddress",
            Json::object({{"name", "Anne Morel"}, {"company", "Quais"}, {"phone", "+33 1"}}))
        .set("shippingAddress", Json::object({{"name", "Paul Morel"},
                                              {"company", nullptr},
                                              {"address1", "12 quai"},
                                              {"address2", "3e"},
                                              {"zip", "59800"},
                                              {"city", "Lille"},
                                              {"provinceCode", nullptr},
                                              {"countryCodeV2", "FR"},
                                              {"phone", nullptr}}))
        .set("note", "Ring");
    const Json record = pageWith(one)["records"].at(0);
    EXPECT_EQ(record["customer"].dump(),
              R"({"name":"Anne Morel","phone":"+33 1","email":"jon@example.com"})");
    EXPECT_EQ(record["deliveryAddress"].dump(),
              R"({"name":"Paul Morel","company":null,"line1":"12 quai","line2":"3e","postalCode":"59800",)"
              R"("city":"Lille","region":null,"country":"FR","phone":null})");
    EXPECT_EQ(record["note"].text(), "Ring");
}

TEST_F(Orders, OfManyLinesAreReadToTheirEnd) {
    Json one = order();
    one.set("lineItems", connection(Json::array({item("A", 1, 1, "1.00")}), "line-10"));
    const auto more = [&](const std::string& sku, const Json& cursor) {
        return Json::object(
            {{"data",
              Json::object(
                  {{"order", Json::object({{"lineItems", connection(Json::array({item(sku, 1, 1, "1.00")}),
                                                                    cursor)}})}})}});
    };
    api()
        .answers(200, answer(Json::array({one})))
        .answers(200, more("B", "line-60"))
        .answers(200, more("C", nullptr));
    const Json page = run("fetch", asked());
    ASSERT_EQ(page["records"].at(0)["lines"].size(), 3U);
    EXPECT_EQ(page["records"].at(0)["lines"].at(2)["sku"].text(), "C");
    ASSERT_EQ(test.requests().size(), 3U);
    EXPECT_EQ(variables(test.requests()[1]).dump(),
              R"({"id":"gid://shopify/Order/820982911946154508","after":"line-10"})");
    EXPECT_EQ(variables(test.requests()[2])["after"].text(), "line-60");
}

TEST_F(Orders, OfManyFreightsAreReadToTheirEnd) {
    Json one = order();
    one.set("shippingLines",
            connection(Json::array({freight("One", "1.0"), freight("Two", "2.0"), freight("Three", "3.0")}),
                       "freight-3"));
    Json rest = Json::object(
        {{"shippingLines", connection(Json::array({freight("Four", "4.0"), freight("Five", "5.0")}))}});
    api()
        .answers(200, answer(Json::array({one})))
        .answers(200, Json::object({{"data", Json::object({{"order", std::move(rest)}})}}));
    const Json page = run("fetch", asked());
    const Json& lines = page["records"].at(0)["lines"];
    ASSERT_EQ(lines.size(), 6U) << "an article and five freights";
    EXPECT_EQ(lines.at(5)["label"].text(), "Five");
    EXPECT_EQ(variables(test.requests()[1])["after"].text(), "freight-3");
}

TEST_F(Orders, WithoutAnEndAreNotTakenByHalves) {
    Json endless = connection(Json::array({freight("One", "1.0")}), "freight-1");
    Json one = order();
    one.set("shippingLines", endless);
    api()
        .answers(200, answer(Json::array({one})))
        .answers(200, Json::object(
                          {{"data", Json::object({{"order", Json::object({{"shippingLines", endless}})}})}}));
    EXPECT_EQ(refusal("fetch", asked()), "integration-unreachable:too-many-lines");
}

TEST_F(Orders, AreNotReadByHalves) {
    const std::string unreadable = "integration-unreachable:answer-unreadable";
    const std::string named = ":shopify:" + order()["legacyResourceId"].text();
    for (const char* missing : {"legacyResourceId", "name", "createdAt", "currencyCode", "taxesIncluded",
                                "currentTotalPriceSet", "totalRefundedSet", "shippingLines", "lineItems"}) {
        Json one = order();
        one.remove(missing);
        answerNow(answer(Json::array({one})));
        const bool hasId = one.contains("legacyResourceId");
        EXPECT_EQ(refusal("fetch", asked()), hasId ? unreadable + named : unreadable) << missing;
    }
    answerNow(answer(Json::array({order(Json::array({item("A", 1, 1, "1,00")}))})));
    EXPECT_EQ(refusal("fetch", asked()), unreadable + named);
}

TEST_F(Orders, SurviveWhatNoShopShouldAnswer) {
    connector::testing::expectFaultyAnswers(
        api(), answer(Json::array({order()})).dump(), [&] { return refusal("fetch", asked()); },
        [&] { return test.secrets(); });
}

} // namespace
} // namespace svc::shopify::testing
