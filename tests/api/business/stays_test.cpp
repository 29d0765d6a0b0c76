// Stays: each state and each refused action, their sale, and many clients who want one room.
#include <barrier>
#include <map>
#include <mutex>
#include <thread>

#include <gmock/gmock.h>

#include "api/business/desk.hpp"

namespace svc::test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Pair;
using ::testing::UnorderedElementsAre;

class StayStates : public ::testing::Test {
protected:
    Desk desk{sharedService()};
    std::string partner = desk.make("/partners", js("{'name':'$1'}", {unique("Guest")})).textOr("id");
    std::string unit = unique("Room");

    void SetUp() override { desk.events(); }

    std::string body(const std::string& more = {}) {
        return "{'partnerId':'" + partner + "','unit':'" + unit +
               "','arrival':'2026-11-20','departure':'2026-11-23','guests':2,'unitPrice':95" +
               (more.empty() ? "" : "," + more) + "}";
    }
    Json booked() { return desk.make("/stays", js(body())); }
    Answer move(const Json& stay, const std::string& verb, const std::string& more = "{}") {
        return desk.post("/stays/" + stay.textOr("id") + '/' + verb, js(more));
    }
};

TEST_F(StayStates, ABookedOneIsCheckedInAndOut) {
    const Json stay = booked();
    EXPECT_THAT(desk.events(), IsEmpty());
    EXPECT_TRUE(isRefusal(move(stay, "check-out"), 400, "stay-state:booked"));
    const Answer in = move(stay, "check-in");
    ASSERT_TRUE(hasStatus(in, 200));
    const Answer out = move(stay, "check-out");
    ASSERT_TRUE(hasStatus(out, 200));
    const Json after = out.json;
    const Json sale = desk.read("/sales/" + after.textOr("saleId"));
    EXPECT_EQ(sale["total"].integer(), 28500);
    EXPECT_EQ(sale["partnerId"].text(), partner);
    const std::vector<Json> events = desk.events();
    ASSERT_THAT(typesOf(events),
                ElementsAre("stay.checked_in", "stay.checked_out", "sale.created", "invoice.issued"));
    EXPECT_TRUE(same(events[0]["data"], Json::object({{"id", stay["id"]},
                                                      {"unit", unit},
                                                      {"partner", stay["partner"]},
                                                      {"arrival", "2026-11-20"},
                                                      {"departure", "2026-11-23"},
                                                      {"guests", 2},
                                                      {"checkedInAt", after["checkedInAt"]},
                                                      {"actor", stay["createdBy"]}})));
    EXPECT_TRUE(same(events[1]["data"], Json::object({{"id", stay["id"]},
                                                      {"unit", unit},
                                                      {"partner", stay["partner"]},
                                                      {"arrival", "2026-11-20"},
                                                      {"departure", "2026-11-23"},
                                                      {"nights", 3},
                                                      {"checkedOutAt", after["checkedOutAt"]},
                                                      {"saleId", sale["id"]},
                                                      {"total", money(28500)},
                                                      {"actor", stay["createdBy"]}})));
    EXPECT_TRUE(isRefusal(move(stay, "check-in"), 400, "stay-state:checked_out"));
    EXPECT_TRUE(isRefusal(move(stay, "check-out"), 400, "stay-state:checked_out"));
    EXPECT_TRUE(isRefusal(move(stay, "cancel"), 400, "stay-state:checked_out"));
    std::vector<std::string> actions;
    const Json history = desk.read("/history/stay/" + stay.textOr("id"));
    for (const Json& line : history["data"].items()) {
        actions.push_back(line.textOr("action"));
    }
    EXPECT_THAT(actions, ElementsAre("stay.checked_out", "stay.checked_in", "stay.booked"));
}

TEST_F(StayStates, TheGuestPaysWhenLeaving) {
    const Json stay = booked();
    ASSERT_TRUE(hasStatus(move(stay, "check-in"), 200));
    EXPECT_TRUE(isRefusal(move(stay, "check-out", "{'paidInFull':true,'walletId':'wal_1'}"), 404,
                          "wallet-not-found"));
    EXPECT_TRUE(isRefusal(move(stay, "check-out", "{'payments':[{'amount':0}]}"), 400, "amount-required"));
    desk.events();
    ASSERT_TRUE(hasStatus(move(stay, "check-out", "{'paidInFull':true}"), 200));
    EXPECT_THAT(typesOf(desk.events()), ElementsAre("stay.checked_out", "sale.created", "invoice.issued",
                                                    "payment.received", "invoice.paid"));
}

TEST_F(StayStates, ACancelledOneLeavesItsUnitFree) {
    const Json stay = booked();
    EXPECT_TRUE(isRefusal(desk.post("/stays", js(body())), 400, "unit-occupied"));
    ASSERT_TRUE(hasStatus(move(stay, "cancel"), 200));
    EXPECT_THAT(desk.events(), IsEmpty());
    EXPECT_TRUE(isRefusal(move(stay, "cancel"), 400, "stay-state:cancelled"));
    EXPECT_TRUE(isRefusal(move(stay, "check-in"), 400, "stay-state:cancelled"));
    booked();
}

TEST_F(StayStates, OneOfManyClientsGetsTheRoom) {
    const std::string key = desk.newKey();
    constexpr int Clients = 16;
    std::barrier start(Clients);
    std::mutex mutex;
    std::map<std::string, int> outcomes;
    std::vector<std::thread> threads;
    const std::string path = desk.path("/stays");
    for (int i = 0; i < Clients; ++i) {
        // Every second client asks for other nights that overlap.
        const std::string dates = i % 2 == 0 ? "'arrival':'2026-12-01','departure':'2026-12-06'"
                                             : "'arrival':'2026-12-04','departure':'2026-12-09'";
        threads.emplace_back([&, request = js("{'unit':'" + unit + "','unitPrice':95," + dates + "}")] {
            HttpClient client = sharedService().client(key);
            client.askAgain();
            start.arrive_and_wait();
            const Answer answer = client.post(path, request);
            const std::lock_guard lock(mutex);
            ++outcomes[answer.status == 201 ? "booked" : answer.body];
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    EXPECT_THAT(outcomes,
                UnorderedElementsAre(Pair("booked", 1), Pair(HasSubstr("unit-occupied"), Clients - 1)));
}

TEST_F(StayStates, WrongFieldsAndUnknownRecordsHaveTheirCodes) {
    const auto refused = [&](const std::string& request, int status, const std::string& code) {
        EXPECT_TRUE(isRefusal(desk.post("/stays", js(request)), status, code)) << request;
    };
    refused("{}", 400, "field-required:unit");
    refused("{'unit':'x'}", 400, "field-required:arrival");
    refused("{'unit':'x','arrival':'2026-11-20'}", 400, "field-required:departure");
    refused("{'unit':'x','arrival':'2026-11-20','departure':'2026-11-20'}", 400, "field-invalid:departure");
    refused("{'unit':'x','arrival':'2026-11-20','departure':'2026-11-21','guests':0}", 400,
            "field-invalid:guests");
    refused(body("'itemId':'itm_1'"), 404, "item-not-found:itm_1");
    refused("{'partnerId':'par_1','unit':'x','arrival':'2026-11-20','departure':'2026-11-21'}", 404,
            "partner-not-found");
    for (const char* verb : {"check-in", "check-out", "cancel"}) {
        EXPECT_TRUE(
            isRefusal(desk.post("/stays/sty_1/" + std::string(verb), js("{}")), 404, "stay-not-found"));
    }
}

TEST_F(StayStates, KeysNeedTheirScopesAndDryRunsKeepNothing) {
    const Json stay = booked();
    HttpClient viewer = sharedService().client(makeKey(sharedService(), {"stays:view"}));
    EXPECT_TRUE(hasStatus(viewer.get(desk.path("/stays?unit=" + unit)), 200));
    const std::string checkIn = desk.path("/stays/" + stay.textOr("id") + "/check-in");
    EXPECT_TRUE(isRefusal(viewer.post(checkIn, js("{}")), 403, "missing-permission"));
    HttpClient stranger = sharedService().client(makeKey(sharedService(), {"sales:view"}));
    EXPECT_TRUE(isRefusal(stranger.get(desk.path("/stays")), 403, "forbidden"));
    EXPECT_TRUE(isRefusal(sharedService().readOnly().post(checkIn, js("{}")), 403, "forbidden"));

    ASSERT_TRUE(hasStatus(move(stay, "check-in"), 200));
    const std::string path = "/stays/" + stay.textOr("id") + "/check-out";
    const Answer dry = desk.post(path, js("{}"), {{"Svc-Dry-Run", "true"}});
    ASSERT_TRUE(hasStatus(dry, 200));
    EXPECT_EQ(dry.json["events"].size(), 3U);
    EXPECT_TRUE(isRefusal(desk.post("/stays", js(body()), {{"Svc-Dry-Run", "true"}}), 400, "unit-occupied"));
    const HeaderList key{{"Idempotency-Key", unique("check-out")}};
    ASSERT_TRUE(hasStatus(desk.post(path, js("{}"), key), 200));
    EXPECT_EQ(desk.post(path, js("{}"), key).header("idempotent-replay"), "true");
}

TEST_F(StayStates, PricesFollowTheCurrencyOfTheCompany) {
    Desk abidjan(sharedService(), "Maquis", "CI");
    const Json stay = abidjan.make("/stays", js("{'unit':'Case 1','arrival':'2026-11-20',"
                                                "'departure':'2026-11-22','unitPrice':25000}"));
    EXPECT_EQ(stay["unitPrice"].integer(), 25000);
    ASSERT_TRUE(hasStatus(abidjan.post("/stays/" + stay.textOr("id") + "/check-in", js("{}")), 200));
    const Answer out = abidjan.post("/stays/" + stay.textOr("id") + "/check-out", js("{}"));
    ASSERT_TRUE(hasStatus(out, 200));
    const Json sale = abidjan.read("/sales/" + out.json.textOr("saleId"));
    EXPECT_EQ(sale.textOr("currency"), "XOF");
    EXPECT_EQ(sale["total"].integer(), 50000);
}

} // namespace
} // namespace svc::test
