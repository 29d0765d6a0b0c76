// Conversion of single orders of the API.
#include "woocommerce_case.hpp"

#include "common/faulty_answers.hpp"

namespace svc::woocommerce::testing {
namespace {

class Orders : public WooCommerce {
protected:
    /// The page of the feed with this order alone.
    Json pageWith(const Json& order) {
        answerNow(Json::array({order}), pages(1, 1));
        return run("fetch", asked());
    }
    /// The first line of the documentation's order with this one item, without shipping.
    Json lineWith(const Json& item, const Json& more = Json::object()) {
        Json order = sample();
        order.set("line_items", Json::array({item})).set("shipping_lines", Json::array());
        for (const Json::Member& member : more.members()) {
            order.set(member.name, member.value);
        }
        return pageWith(order)["records"].at(0)["lines"].at(0);
    }
    static Json item(const std::string& quantity, const std::string& total, const std::string& tax) {
        return Json::object(
            {{"name", "Soap"},
             {"sku", "S1"},
             {"quantity", Json::number(quantity)},
             {"total", total},
             {"total_tax", tax},
             {"taxes", Json::array({Json::object({{"id", 75}, {"total", tax}, {"subtotal", tax}})})}});
    }
    static Json taxes(const Json& first, const Json& second = nullptr) {
        Json lines = Json::array({first});
        if (!second.isNull()) {
            lines.push(second);
        }
        return Json::object({{"tax_lines", lines}});
    }
    static Json tax(std::int64_t id, const Json& percent, bool compound = false) {
        return Json::object({{"rate_id", id}, {"rate_percent", percent}, {"compound", compound}});
    }
};

TEST_F(Orders, TheOneOfTheDocumentationIsARecord) {
    const Json page = pageWith(sample());
    EXPECT_EQ(
        page["records"].dump(),
        R"([{"externalId":"woocommerce:shop.example:727","number":"727","placedAt":"2017-03-22T19:28:02Z",)"
        R"("currency":"USD","pricesIncludeTax":false,"total":29.35,"refunded":0,)"
        R"("customer":{"name":"John Doe","phone":"(555) 555-5555","email":"john.doe@example.com"},)"
        R"("deliveryAddress":{"name":"John Doe","company":null,"line1":"969 Market","line2":null,)"
        R"("postalCode":"94103","city":"San Francisco","region":"CA","country":"US","phone":null},)"
        R"("lines":[{"sku":null,"label":"Woo Single #1","quantity":2,"unitPrice":3,"taxRate":7.5},)"
        R"({"sku":"Bar3","label":"Ship Your Idea – Color: Black, Size: M Test","quantity":1,)"
        R"("unitPrice":12,"taxRate":7.5},)"
        R"({"sku":null,"label":"Flat Rate","quantity":1,"unitPrice":10,"taxRate":0}],"note":null}])");
    EXPECT_EQ(page["removed"].size(), 0U);
}

TEST_F(Orders, AreTakenWhenTheyArePaidAndWithdrawnWhenTheyWaitOrAreGone) {
    const auto standing = [&](const std::string& status, const Json& paid) {
        Json order = sample();
        order.set("status", status).set("date_paid_gmt", paid);
        const Json page = pageWith(order);
        return page["records"].size() == 1 ? "open" : page["removed"].size() == 1 ? "withdrawn" : "left";
    };
    for (const char* status : {"processing", "completed"}) {
        EXPECT_STREQ(standing(status, nullptr), "open") << status;
    }
    for (const char* status :
         {"pending", "on-hold", "checkout-draft", "cancelled", "refunded", "failed", "trash"}) {
        EXPECT_STREQ(standing(status, "2017-03-22T19:28:08"), "withdrawn") << status;
    }
    EXPECT_STREQ(standing("ready-to-ship", "2017-03-22T19:28:08"), "open") << "a status of the shop";
    EXPECT_STREQ(standing("quote-sent", nullptr), "left") << "a status of the shop";
    Json empty = sample();
    empty.set("line_items", Json::array()).set("shipping_lines", Json::array());
    EXPECT_EQ(pageWith(empty)["removed"].dump(), R"(["woocommerce:shop.example:727"])");
}

TEST_F(Orders, KeepThePricesAsTheCustomerSawThem) {
    const Json gross =
        Json::object({{"prices_include_tax", true}, {"tax_lines", Json::array({tax(75, 20)})}});
    EXPECT_EQ(lineWith(item("3", "8.33", "1.67"), gross).dump(),
              R"({"sku":"S1","label":"Soap","quantity":3,"unitPrice":3.3333333333,"taxRate":20})");
    EXPECT_EQ(lineWith(item("1.5", "3.00", "0.60"), taxes(tax(75, 20)))["unitPrice"].dump(), "2");
    for (const auto& [currency, amount] : std::vector<std::pair<const char*, const char*>>{
             {"XOF", "5000"}, {"KWD", "1.234"}, {"JPY", "1500.00"}}) {
        const Json line = lineWith(item("1", amount, "0"), Json::object({{"currency", currency}}));
        EXPECT_EQ(line["unitPrice"].decimal(), *Decimal::parse(amount)) << currency;
        EXPECT_EQ(line["taxRate"].dump(), "0") << currency;
    }
}

TEST_F(Orders, TellTheRateThatWasCharged) {
    const auto rate = [&](const Json& line) { return line["taxRate"].dump(); };
    EXPECT_EQ(rate(lineWith(item("1", "1.00", "0.06"), taxes(tax(75, Json::number("5.5"))))), "5.5");
    EXPECT_EQ(rate(lineWith(item("1", "100.00", "20.00"), taxes(tax(75, nullptr)))), "20") << "before 3.7";
    EXPECT_EQ(rate(lineWith(item("1", "100.00", "7.70"), taxes(tax(75, nullptr)))), "7.7");
    EXPECT_EQ(rate(lineWith(item("1", "100.00", "14.98"), taxes(tax(12, 20)))), "14.98") << "of no known tax";
    EXPECT_EQ(rate(lineWith(item("1", "0.00", "0.00"))), "null") << "a present";
    Json both = item("1", "100.00", "15.50");
    both.set("taxes", Json::array({Json::object({{"id", 1}, {"total", "5.00"}}),
                                   Json::object({{"id", 2}, {"total", "10.50"}}),
                                   Json::object({{"id", 3}, {"total", ""}})}));
    EXPECT_EQ(rate(lineWith(both, taxes(tax(1, 5), tax(2, 10, true)))), "15.5") << "one on top of the other";
}

TEST_F(Orders, TakeFeesAndWhatIsTakenOff) {
    Json order = sample();
    order.set(
        "fee_lines",
        Json::array(
            {Json::object({{"name", "Gift &amp; wrap"},
                           {"total", "2.50"},
                           {"total_tax", "0.00"},
                           {"taxes", Json::array()}}),
             Json::object(
                 {{"name", "Regular"}, {"total", "-5.00"}, {"total_tax", "0.00"}, {"taxes", Json::array()}}),
             Json::object({{"name", "Nothing"},
                           {"total", "0.00"},
                           {"total_tax", "0.00"},
                           {"taxes", Json::array()}})}));
    order.set("refunds", Json::array({Json::object({{"id", 1}, {"total", "-3.10"}}),
                                      Json::object({{"id", 2}, {"total", "-0.90"}})}));
    const Json record = pageWith(order)["records"].at(0);
    ASSERT_EQ(record["lines"].size(), 5U);
    EXPECT_EQ(record["lines"].at(3).dump(),
              R"({"sku":null,"label":"Gift & wrap","quantity":1,"unitPrice":2.5,"taxRate":0})");
    EXPECT_EQ(record["lines"].at(4).dump(),
              R"({"sku":null,"label":"Regular","quantity":-1,"unitPrice":5,"taxRate":0})");
    EXPECT_EQ(record["refunded"].dump(), "4");
}

TEST_F(Orders, AreNotReadByHalves) {
    const std::string unreadable = "integration-unreachable:answer-unreadable";
    const std::string named = ":woocommerce:shop.example:" + sample()["id"].dump();
    for (const char* missing : {"id", "status", "currency", "date_created_gmt", "total", "line_items",
                                "shipping_lines", "tax_lines"}) {
        Json order = sample();
        order.remove(missing);
        answerNow(Json::array({order}), pages(1, 1));
        const bool hasId = order.contains("id");
        EXPECT_EQ(refusal("fetch", asked()), hasId ? unreadable + named : unreadable) << missing;
    }
    Json order = sample();
    order.set("total", "29,35");
    answerNow(Json::array({order}), pages(1, 1));
    EXPECT_EQ(refusal("fetch", asked()), unreadable + named);
}

TEST_F(Orders, SurviveWhatNoShopShouldAnswer) {
    connector::testing::expectFaultyAnswers(
        orders(), Json::array({sample()}).dump(), [&] { return refusal("fetch", asked()); },
        [&] { return test.secrets(); });
}

} // namespace
} // namespace svc::woocommerce::testing
