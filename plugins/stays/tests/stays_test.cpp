#include <map>

#include <gtest/gtest.h>

#include <svc/testing/plugin_test.hpp>

namespace svc::stays::testing {
namespace {

class Stays : public ::testing::Test {
protected:
    static constexpr const char* Partner = "par_01jd917ehm8vtfvkxjcsqjsvj8";
    static constexpr const char* Item = "itm_01jd9ebztg9cp2pyz5frgpyfm1";
    static constexpr const char* Sale = "sal_01jd9mbj6b4vbapkkym52ar3wd";

    Stays() : test(SVC_PLUGIN_FOLDER) {
        test.offer("partners.get", [](const Json& input) {
            Json hotel =
                Json::parse(R"({"name":"Hôtel des Quais","kind":"customer","company":true,"email":null,
                "phone":null,"country":"FR","vatNumber":null,"registrationNumber":null,"peppolId":null,
                "address":null,"deliveryAddress":null,"language":null,"currency":"EUR","paymentTermsDays":null,
                "creditLimit":null,"priceListId":null,"archived":false,"taxExemptionReason":null,
                "buyerReference":null,"externalId":null,"balance":0,"payable":0})");
            hotel.set("id", Partner);
            return input["id"].text() == Partner ? hotel : Json(nullptr);
        });
        test.offer("stock.items", [this](const Json& input) {
            Json items = Json::array();
            if (input["ids"].at(0).text() == Item) {
                items.push(Json::object({{"id", Item},
                                         {"name", "Night"},
                                         {"price", itemPrice},
                                         {"archived", itemArchived},
                                         {"isParent", itemIsParent}}));
            }
            return Json::object({{"items", std::move(items)}});
        });
        test.offer("sales.preview", [this](const Json& input) {
            previewed = input;
            return Json::object({{"id", Sale}, {"total", 28500}, {"currency", "EUR"}});
        });
        test.offer("sales.create", [this](const Json& input) {
            sold.push_back(input);
            return Json::object({{"id", Sale}});
        });
    }

    static Json body(std::initializer_list<Json::Field> more = {}) {
        Json made = Json::object({{"partnerId", Partner},
                                  {"unit", "Room 12"},
                                  {"arrival", "2026-11-20"},
                                  {"departure", "2026-11-23"},
                                  {"guests", 2},
                                  {"unitPrice", 95}});
        for (const Json::Field& field : more) {
            made.set(field.name, field.value);
        }
        return made;
    }
    Json booked(const Json& input) {
        const auto answer = test.post("bookStay", input);
        EXPECT_EQ(answer.status, 201) << answer.code << answer.fault;
        return answer.ok() ? answer.json() : Json::object();
    }
    std::string refused(const Json& input) {
        const auto answer = test.post("bookStay", input);
        EXPECT_NE(answer.status, 500) << answer.fault;
        return answer.code;
    }
    svc::testing::Answer move(const char* operation, const Json& stay, const Json& more = Json::object()) {
        return test.post(operation, more, {{"stayId", stay["id"].text()}});
    }

    svc::testing::PluginTest test;
    bool itemArchived = false;
    bool itemIsParent = false;
    Json itemPrice = Json(9500);
    Json previewed;
    std::vector<Json> sold;
};

TEST_F(Stays, goFromBookedToCheckedOutWithTheirSale) {
    const Json stay = booked(body());
    EXPECT_EQ(stay["status"].text(), "booked");
    EXPECT_EQ(stay["nights"].integer(), 3);
    EXPECT_EQ(stay["unitPrice"].integer(), 9500);
    EXPECT_TRUE(test.events().empty());
    EXPECT_EQ(move("checkOutStay", stay).code, "stay-state:booked");
    ASSERT_EQ(move("checkInStay", stay).status, 200);
    EXPECT_EQ(move("checkInStay", stay).code, "stay-state:checked_in");
    EXPECT_EQ(move("cancelStay", stay).code, "stay-state:checked_in");
    const auto out = move("checkOutStay", stay, Json::object({{"paidInFull", true}}));
    ASSERT_EQ(out.status, 200) << out.code << out.fault;
    EXPECT_EQ(out.json()["status"].text(), "checked_out");
    EXPECT_EQ(out.json()["saleId"].text(), Sale);
    ASSERT_EQ(test.events().size(), 2U);
    EXPECT_EQ(test.events()[0].type, "stay.checked_in");
    EXPECT_EQ(test.events()[1].type, "stay.checked_out");
    EXPECT_EQ(test.events()[1].data["total"]["amount"].integer(), 28500);
    ASSERT_EQ(sold.size(), 1U);
    EXPECT_EQ(sold[0]["id"].text(), Sale);
    EXPECT_EQ(sold[0]["lines"].at(0)["quantity"].integer(), 3);
    EXPECT_EQ(sold[0]["lines"].at(0)["unitPrice"].integer(), 95);
    EXPECT_TRUE(sold[0]["paidInFull"].boolean());
    EXPECT_FALSE(previewed.contains("id"));
    for (const char* operation : {"checkInStay", "checkOutStay", "cancelStay"}) {
        EXPECT_EQ(move(operation, stay).code, "stay-state:checked_out");
    }
}

TEST_F(Stays, costNoMoreThanASaleCanAmountTo) {
    // Three nights; a sale amounts to ten million millions at most.
    EXPECT_EQ(refused(body({{"unitPrice", 3'333'333'333'334}})), "field-invalid:unitPrice");
    EXPECT_EQ(booked(body({{"unitPrice", 3'333'333'333'333}}))["unitPrice"].integer(), 333'333'333'333'300);
}

TEST_F(Stays, twoNeverShareANight) {
    const Json first = booked(body());
    EXPECT_EQ(refused(body({{"arrival", "2026-11-22"}, {"departure", "2026-11-24"}})), "unit-occupied");
    EXPECT_EQ(refused(body({{"unit", "ROOM 12"}})), "unit-occupied");
    booked(body({{"arrival", "2026-11-23"}, {"departure", "2026-11-24"}}));
    booked(body({{"arrival", "2026-11-19"}, {"departure", "2026-11-20"}}));
    booked(body({{"unit", "Room 14"}}));
    ASSERT_EQ(move("cancelStay", first).status, 200);
    EXPECT_EQ(move("cancelStay", first).code, "stay-state:cancelled");
    booked(body());
}

TEST_F(Stays, whoLeavesEarlyLeavesTheUnitToOthers) {
    const Json stay = booked(body());
    ASSERT_EQ(move("checkInStay", stay).status, 200);
    test.situation().now = *Instant::parse("2026-11-21T09:00:00.000Z");
    ASSERT_EQ(move("checkOutStay", stay).status, 200);
    EXPECT_EQ(sold[0]["lines"].at(0)["quantity"].integer(), 3) << "what was booked is paid";
    EXPECT_EQ(refused(body({{"departure", "2026-11-21"}})), "unit-occupied") << "the night that was slept";
    booked(body({{"arrival", "2026-11-21"}, {"departure", "2026-11-23"}}));
}

TEST_F(Stays, wrongOnesAreRefused) {
    EXPECT_EQ(refused(body({{"departure", "2026-11-20"}})), "field-invalid:departure");
    EXPECT_EQ(refused(body({{"departure", "2028-11-20"}})), "field-invalid:departure");
    EXPECT_EQ(refused(body({{"partnerId", "par_1"}})), "partner-not-found");
    EXPECT_EQ(refused(body({{"itemId", "itm_1"}})), "item-not-found:itm_1");
    itemArchived = true;
    EXPECT_EQ(refused(body({{"itemId", Item}})), "field-invalid:itemId");
    itemArchived = false;
    itemIsParent = true;
    EXPECT_EQ(refused(body({{"itemId", Item}})), "field-invalid:itemId") << "only its variants are sold";
    EXPECT_EQ(refused(body({{"unitPrice", Decimal::parse("1.0000001").value()}})), "field-invalid:unitPrice");
    EXPECT_EQ(test.post("checkInStay", Json::object(), {{"stayId", "sty_1"}}).code, "stay-not-found");
}

TEST_F(Stays, thePriceOfTheItemHoldsWhenNoneIsGiven) {
    const Json stay = booked(body({{"itemId", Item}, {"unitPrice", nullptr}}));
    ASSERT_EQ(move("checkInStay", stay).status, 200);
    ASSERT_EQ(move("checkOutStay", stay).status, 200);
    EXPECT_EQ(sold[0]["lines"].at(0)["itemId"].text(), Item);
    EXPECT_FALSE(sold[0]["lines"].at(0).contains("unitPrice"));
}

TEST_F(Stays, aRefusalOfTheirSaleNamesTheirOwnField) {
    const Json stay = booked(body({{"itemId", Item}, {"unitPrice", nullptr}}));
    ASSERT_EQ(move("checkInStay", stay).status, 200);
    for (const auto& [ofSale, ofStay] : std::map<std::string, std::string>{
             {"field-invalid:lines[0].itemId", "field-invalid:itemId"},
             {"field-required:lines[0].unitPrice", "field-required:unitPrice"},
             {"field-invalid:lines", "field-invalid:unitPrice"},
             {"field-invalid:partnerId", "field-invalid:partnerId"},
             {"field-invalid:payments[0].date", "field-invalid:payments[0].date"}}) {
        test.offer("sales.preview", [&](const Json&) -> Json { throw ApiError(400, ofSale); });
        EXPECT_EQ(move("checkOutStay", stay).code, ofStay);
    }
    EXPECT_TRUE(sold.empty());
}

TEST_F(Stays, aNightHasAPrice) {
    EXPECT_EQ(refused(body({{"unitPrice", nullptr}})), "field-required:unitPrice");
    itemPrice = Json(nullptr);
    EXPECT_EQ(refused(body({{"itemId", Item}, {"unitPrice", nullptr}})), "field-required:unitPrice");
    EXPECT_EQ(refused(body({{"unitPrice", 0}})), "");
    itemPrice = Json(0);
    EXPECT_EQ(refused(body({{"unit", "Room 13"}, {"itemId", Item}, {"unitPrice", nullptr}})), "");
}

TEST_F(Stays, theListCountsWhatMatches) {
    const Json first = booked(body());
    booked(body({{"unit", "Room 14"}, {"arrival", "2026-11-22"}, {"partnerId", nullptr}}));
    move("checkInStay", first);
    const auto count = [&](const svc::testing::PluginTest::Values& query) {
        const auto answer = test.get("listStays", {}, query);
        EXPECT_EQ(answer.status, 200) << answer.fault;
        EXPECT_EQ(answer.header("X-Total-Count"), std::to_string(answer.json().size()));
        return answer.json().size();
    };
    EXPECT_EQ(count({}), 2U);
    EXPECT_EQ(count({{"status", "booked"}}), 1U);
    EXPECT_EQ(count({{"status", "booked,checked_in"}}), 2U);
    EXPECT_EQ(count({{"from", "2026-11-21"}}), 1U);
    EXPECT_EQ(count({{"to", "2026-11-21"}}), 1U);
    EXPECT_EQ(count({{"unit", "room 14"}}), 1U);
    EXPECT_EQ(count({{"partnerId", Partner}}), 1U);
    const auto total = [&](svc::testing::PluginTest::Values query) {
        query["limit"] = "1";
        return test.get("listStays", {}, query).header("X-Total-Count");
    };
    booked(body({{"unit", "Room 14"}, {"arrival", "2026-12-31"}, {"departure", "2027-01-02"}}));
    EXPECT_EQ(total({}), "3");
    EXPECT_EQ(total({{"status", "booked"}}), "2");
    EXPECT_EQ(total({{"status", "booked"}, {"from", "2026-11-22"}, {"to", "2026-12-31"}}), "2");
    EXPECT_EQ(total({{"unit", "ROOM 14"}}), "2");
    EXPECT_EQ(total({{"from", "2026-11-20"}, {"to", "2026-11-30"}}), "2");
    EXPECT_EQ(test.get("listStays").json().at(0)["arrival"].text(), "2026-12-31");
    EXPECT_EQ(test.command("document.stay", {{"id", first["id"]}})["label"].text(), "Room 12 2026-11-20");
}

} // namespace
} // namespace svc::stays::testing
