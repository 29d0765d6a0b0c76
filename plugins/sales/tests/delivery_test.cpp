#include "shop.hpp"

namespace svc::sales::testing {
namespace {

class Delivering : public Shop {
protected:
    Delivering() { offerAll(); }
    svc::testing::Answer deliver(const Json& sale, const Json& input = Json::object()) {
        return test.post("deliverSale", input, {{"saleId", sale["id"].text()}});
    }
    static Json named(const Json& sale, std::size_t line, int quantity) {
        return Json::array({Json::object({{"lineId", sale["lines"][line]["id"]}, {"quantity", quantity}})});
    }
    Json sold(bool later) {
        const Json sale = created(body({{"partnerId", Partner},
                                        {"lines", Json::array({stocked(3), line("60.00")})},
                                        {"deliverLater", later}}));
        test.host().forget();
        return sale;
    }
};

TEST_F(Delivering, aPartAndThenTheRest) {
    const Json sale = sold(true);
    const auto first = deliver(sale, Json::object({{"lines", named(sale, 0, 1)},
                                                   {"carrier", "DPD"},
                                                   {"trackingNumber", "0987 6543"},
                                                   {"note", "Back door"}}));
    ASSERT_EQ(first.status, 201) << first.code << first.fault;
    EXPECT_FALSE(first.json()["complete"].boolean());
    EXPECT_EQ(first.json()["deliveryStatus"].text(), "partially_delivered");
    EXPECT_EQ(first.json()["saleId"], sale["id"]);
    const Json& issued = asked["stock.issue"].at(0);
    EXPECT_TRUE(issued["fromReserved"].boolean());
    EXPECT_EQ(issued["documentKind"].text(), "delivery");
    EXPECT_EQ(issued["lines"][0]["quantity"].integer(), 1);

    const auto second = deliver(sale);
    ASSERT_EQ(second.status, 201) << second.code << second.fault;
    EXPECT_TRUE(second.json()["complete"].boolean());
    EXPECT_EQ(second.json()["lines"].size(), 2U) << "free goods are handed over too";
    EXPECT_EQ(asked["stock.issue"].at(1)["lines"].size(), 1U) << "and move no stock";
    EXPECT_EQ(eventTypes(), (Types{"delivery.created", "delivery.created"}));
    const Json data = test.events()[0].data;
    EXPECT_EQ(data["saleNumber"], sale["number"]);
    EXPECT_EQ(data["lines"][0]["saleLineId"], sale["lines"][0]["id"]);
    EXPECT_EQ(data["lines"][0]["itemId"].text(), Item);
    EXPECT_EQ(data["carrier"].text(), "DPD");
    EXPECT_TRUE(test.events()[1].data["complete"].boolean());

    const Json after = read(sale);
    EXPECT_EQ(after["deliveryStatus"].text(), "delivered");
    ASSERT_EQ(after["deliveries"].size(), 2U);
    EXPECT_EQ(after["deliveries"][0]["note"].text(), "Back door");
    EXPECT_EQ(after["lines"][0]["quantityDelivered"].integer(), 3);
    EXPECT_EQ(deliver(sale).code, "already-delivered");
}

TEST_F(Delivering, goodsThatLeftAtTheSaleMoveNoMore) {
    const Json sale = sold(false);
    asked.clear();
    ASSERT_EQ(deliver(sale).status, 201);
    EXPECT_TRUE(asked["stock.issue"].empty());
}

TEST_F(Delivering, fromAnotherPlaceThanWhereTheyAreKept) {
    const Json sale = sold(true);
    EXPECT_EQ(deliver(sale, Json::object({{"locationId", "loc_1"}})).code, "location-not-found");
    ASSERT_EQ(deliver(sale, Json::object({{"locationId", Location}})).status, 201);
    EXPECT_TRUE(asked["stock.issue"].back()["fromReserved"].boolean());
    const Json other = sold(true);
    ASSERT_EQ(deliver(other, Json::object({{"locationId", Warehouse}})).status, 201);
    EXPECT_EQ(asked["stock.release"].back()["lines"][0]["locationId"].text(), Location);
    EXPECT_EQ(asked["stock.issue"].back()["lines"][0]["locationId"].text(), Warehouse);
    EXPECT_FALSE(asked["stock.issue"].back()["fromReserved"].boolean());
}

TEST_F(Delivering, servicesAreLeftOutUnlessNamed) {
    Json visit = line("60.00");
    visit.set("service", true);
    const Json sale = created(body({{"lines", Json::array({stocked(), visit})}}));
    const auto goods = deliver(sale);
    EXPECT_EQ(goods.json()["lines"].size(), 1U);
    EXPECT_TRUE(goods.json()["complete"].boolean());
    EXPECT_EQ(deliver(sale).code, "already-delivered");
    EXPECT_EQ(deliver(sale, Json::object({{"lines", named(sale, 1, 1)}})).status, 201);
    EXPECT_EQ(deliver(sale, Json::object({{"lines", named(sale, 1, 1)}})).code, "already-delivered");
    EXPECT_EQ(read(sale)["deliveryStatus"].text(), "delivered");
}

TEST_F(Delivering, isRefusedWithItsCode) {
    const Json sale = sold(false);
    const Json unknown = Json::array({Json::object({{"lineId", "lin_1"}, {"quantity", 1}})});
    EXPECT_EQ(test.post("deliverSale", Json::object(), {{"saleId", "sal_1"}}).code, "sale-not-found");
    EXPECT_EQ(deliver(sale, Json::object({{"lines", unknown}})).code, "line-not-found:lin_1");
    const std::string above = "quantity-above-remaining:" + sale["lines"][0]["id"].text() + ":3";
    EXPECT_EQ(deliver(sale, Json::object({{"lines", named(sale, 0, 4)}})).code, above);
    Json twice = named(sale, 0, 2);
    twice.push(twice[0]);
    EXPECT_EQ(deliver(sale, Json::object({{"lines", twice}})).code, above) << "all mentions together";
    EXPECT_EQ(deliver(sale, Json::object({{"date", "2026-11-21"}})).code, "field-invalid:date");
    EXPECT_EQ(deliver(sale, Json::object({{"date", "2026-11-19"}})).code, "field-invalid:date");
    test.situation().facts.set("lockDate", "2026-11-20");
    EXPECT_EQ(deliver(sale).code, "date-locked:2026-11-20");
    test.situation().facts.set("lockDate", nullptr);
    EXPECT_EQ(read(sale)["deliveries"].size(), 0U);
    test.post("cancelSale", Json::object(), {{"saleId", sale["id"].text()}});
    EXPECT_EQ(deliver(sale).code, "sale-cancelled");
}

TEST_F(Delivering, acrossTheCounterEverythingIsDeliveredAtOnce) {
    test.situation().actorKind = SVC_ACTOR_USER;
    const Json sale = created(body({{"lines", Json::array({stocked(2)})}, {"paidInFull", true}}));
    EXPECT_EQ(sale["deliveryStatus"].text(), "delivered");
    EXPECT_EQ(sale["deliveries"].size(), 0U) << "without a delivery note";
    EXPECT_EQ(sale["lines"][0]["quantityDelivered"].integer(), 2);
    EXPECT_EQ(asked["stock.issue"].size(), 1U);
    EXPECT_EQ(deliver(sale).code, "already-delivered");

    const auto paying = [&](const Decimal& share) {
        const Decimal all(sale["total"].integer(), 2);
        return created(body({{"lines", Json::array({stocked(2)})},
                             {"payments", Json::array({Json::object({{"amount", all - share}})})}}));
    };
    EXPECT_EQ(paying(Decimal(0)).textOr("deliveryStatus"), "delivered") << "payments of the whole total";
    EXPECT_EQ(paying(Decimal(1)).textOr("deliveryStatus"), "pending");
}

} // namespace
} // namespace svc::sales::testing
