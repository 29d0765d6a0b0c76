#include "shop.hpp"

namespace svc::sales::testing {
namespace {

using Paying = Shop;
using Cancelling = Shop;
using Changing = Shop;
using Listing = Shop;

TEST_F(Paying, partOfTheBalanceAndThenTheRest) {
    offerAll();
    const Json sale = created(body({{"partnerId", Partner}}));
    test.host().forget();
    const auto first =
        pay(sale, Json::object({{"amount", 100}, {"walletId", Bank}, {"reference", "VIR 8841"}}));
    ASSERT_EQ(first.status, 201) << first.code << first.fault;
    EXPECT_EQ(first.json()["method"].text(), "bank_transfer");
    EXPECT_EQ(first.json()["sale"]["paymentStatus"].text(), "partially_paid");
    EXPECT_EQ(first.json()["sale"]["balance"].integer(), 2000);
    EXPECT_EQ(pay(sale, Json::object({{"amount", Decimal::parse("20.01").value()}})).code,
              "amount-above-outstanding");
    const auto second = pay(sale, Json::object({{"amount", 20}, {"tendered", 50}}));
    EXPECT_EQ(second.json()["change"].integer(), 3000);
    EXPECT_EQ(second.json()["sale"]["paymentStatus"].text(), "paid");
    EXPECT_EQ(eventTypes(),
              (Types{"payment.received", "invoice.partially_paid", "payment.received", "invoice.paid"}));
    const Json after = read(sale);
    EXPECT_EQ(after["payments"].size(), 2U);
    EXPECT_EQ(after["balance"].integer(), 0);
    EXPECT_EQ(after["version"].integer(), 3);
    EXPECT_EQ(asked["partners.adjust_balance"].back()["receivable"].integer(), -2000);
    EXPECT_EQ(pay(sale, Json::object({{"amount", 1}})).code, "amount-above-outstanding");
}

TEST_F(Paying, anAmountIsRequired) {
    offerAll();
    const Json sale = created(body());
    EXPECT_EQ(refusedCommand("sales.pay", Json::object({{"saleId", sale["id"]}})), "amount-required");
    EXPECT_EQ(pay(sale, Json::object({{"amount", 0}})).code, "amount-required");
    EXPECT_EQ(pay(sale, Json::object({{"amount", -1}})).code, "amount-required");
}

TEST_F(Paying, checksRecordsThenStateThenAmounts) {
    offerAll();
    const Json sale = created(body());
    EXPECT_EQ(test.post("createSalePayment", {{"amount", 1}}, {{"saleId", "sal_1"}}).code, "sale-not-found");
    EXPECT_EQ(pay(sale, Json::object({{"amount", 1000}, {"walletId", "wal_1"}})).code, "wallet-not-found");
    EXPECT_EQ(pay(sale, Json::object({{"amount", 1}, {"method", "card"}})).code, "field-invalid:method");
    EXPECT_EQ(pay(sale, Json::object({{"amount", 10}, {"tendered", 9}})).code, "field-invalid:tendered");
    EXPECT_EQ(pay(sale, Json::object({{"amount", 1}, {"date", "2026-11-21"}})).code, "field-invalid:date");
    ASSERT_EQ(test.post("cancelSale", Json::object(), {{"saleId", sale["id"].text()}}).status, 200);
    EXPECT_EQ(pay(sale, Json::object({{"amount", 1000}})).code, "sale-cancelled");
}

TEST_F(Paying, theDifferenceOfRatesIsAnExchangeGainOrLoss) {
    offerAll();
    rates["USD2026-11-20"] = "1.25";
    rates["USD2026-11-25"] = "1.20";
    const Json sale = created(body({{"currency", "USD"}}));
    test.situation().now = *Instant::parse("2026-11-25T09:30:00.000Z");
    const auto answer = pay(sale, Json::object({{"amount", 60}}));
    ASSERT_EQ(answer.status, 201) << answer.code << answer.fault;
    const Json& received = asked["treasury.receive"].back();
    EXPECT_EQ(received["amount"].integer(), 5000) << "60 USD at 1.20 in a till of euros";
    EXPECT_EQ(received["counterpart"][0]["amount"].integer(), 4800) << "at the rate of the sale";
    EXPECT_EQ(received["counterpart"][1]["role"].text(), "fx_gain");
    EXPECT_EQ(received["counterpart"][1]["amount"].integer(), 200);
    pay(sale, Json::object({{"amount", 60}, {"walletAmount", 45}}));
    EXPECT_EQ(asked["treasury.receive"].back()["counterpart"][1]["role"].text(), "fx_loss");
    EXPECT_EQ(asked["treasury.receive"].back()["counterpart"][1]["amount"].integer(), -300);
}

TEST_F(Cancelling, takesEverythingBack) {
    offerAll();
    const Json sale = created(body({{"partnerId", Partner}, {"lines", Json::array({stocked(2)})}}));
    test.host().forget();
    const auto answer =
        test.post("cancelSale", {{"reason", "Ordered twice"}}, {{"saleId", sale["id"].text()}});
    ASSERT_EQ(answer.status, 200) << answer.code << answer.fault;
    const Json after = answer.json();
    EXPECT_EQ(after["status"].text(), "cancelled");
    EXPECT_EQ(after["paymentStatus"].text(), "cancelled");
    EXPECT_EQ(after["balance"].integer(), 0);
    EXPECT_EQ(after["cancellation"]["reason"].text(), "Ordered twice");
    EXPECT_EQ(after["number"], sale["number"]) << "an issued number never disappears";
    EXPECT_EQ(read(sale), after);
    EXPECT_EQ(eventTypes(), (Types{"sale.cancelled"}));
    ASSERT_EQ(asked["stock.return"].size(), 1U);
    EXPECT_FALSE(asked["stock.return"][0]["emitMovement"].boolean());
    EXPECT_EQ(asked["ledger.post"].back()["lines"][0]["credit"].integer(), 24000);
    EXPECT_EQ(asked["partners.adjust_balance"].back()["receivable"].integer(), -24000);
    EXPECT_EQ(test.post("cancelSale", Json::object(), {{"saleId", sale["id"].text()}}).code,
              "sale-not-cancellable");
}

TEST_F(Cancelling, releasesWhatWasReserved) {
    offerAll();
    const Json sale = created(body({{"lines", Json::array({stocked(2)})}, {"deliverLater", true}}));
    test.post("cancelSale", {{"restock", false}}, {{"saleId", sale["id"].text()}});
    EXPECT_EQ(asked["stock.release"].size(), 1U);
    EXPECT_TRUE(asked["stock.return"].empty());
}

TEST_F(Cancelling, isRefusedWhileMoneyIsHeld) {
    offerAll();
    const Json sale = created(body({{"payments", Json::array({Json::object({{"amount", 1}})})}}));
    EXPECT_EQ(test.post("cancelSale", Json::object(), {{"saleId", sale["id"].text()}}).code,
              "sale-not-cancellable");
}

TEST_F(Changing, fourFieldsAndNoOther) {
    offerAll();
    const Json sale = created(body({{"note", "Back door"}, {"externalId", "a"}}));
    const std::map<std::string, std::string> path{{"saleId", sale["id"].text()}};
    const Json change = Json::object({{"note", nullptr}, {"dueDate", "2026-12-31"}, {"total", 1}});
    const auto answer = test.call("updateSale", {change, path, {}, {{"If-Match", "\"1\""}}});
    ASSERT_EQ(answer.status, 200) << answer.code << answer.fault;
    EXPECT_TRUE(answer.json()["note"].isNull());
    EXPECT_EQ(answer.json()["dueDate"].text(), "2026-12-31");
    EXPECT_EQ(answer.json()["externalId"].text(), "a");
    EXPECT_EQ(answer.json()["total"].integer(), 12000);
    EXPECT_EQ(answer.header("ETag"), "\"2\"");
    EXPECT_EQ(test.call("updateSale", {change, path, {}, {{"If-Match", "\"1\""}}}).status, 412);
    created(body({{"externalId", "b"}}));
    EXPECT_EQ(test.patch("updateSale", {{"externalId", "b"}}, path).code, "already-exists:externalId");
    EXPECT_EQ(test.patch("updateSale", {{"dueDate", "2026-11-19"}}, path).code, "field-invalid:dueDate");
    test.post("cancelSale", Json::object(), path);
    EXPECT_EQ(test.patch("updateSale", {{"note", "x"}}, path).code, "sale-cancelled");
}

TEST_F(Listing, hasThreeForms) {
    offerAll();
    created(body({{"date", "2026-11-18"}, {"externalId", "first"}}));
    created(body({{"partnerId", Partner}, {"paidInFull", true}, {"note", "50% off_peak"}}));
    const Json cancelled = created(body({{"lines", Json::array({line("7")})}}));
    test.post("cancelSale", Json::object(), {{"saleId", cancelled["id"].text()}});

    const auto array = test.get("listSales", {}, {{"limit", "2"}});
    EXPECT_EQ(array.header("X-Total-Count"), "3");
    ASSERT_EQ(array.json().size(), 2U) << array.fault;
    EXPECT_EQ(array.json()[0]["id"], cancelled["id"]) << "newest first";
    EXPECT_FALSE(array.json()[0].contains("lines"));
    const Json last = test.get("listSales", {}, {{"offset", "2"}, {"include", "lines,payments"}}).json();
    EXPECT_EQ(last[0]["externalId"].text(), "first");
    EXPECT_EQ(last[0]["lines"].size(), 1U);
    EXPECT_TRUE(last[0]["payments"].isArray());

    const Json page = test.get("listSales", {}, {{"page", "1"}, {"size", "2"}}).json();
    EXPECT_EQ(page["data"].size(), 2U);
    EXPECT_EQ(page["total"].integer(), 3);
    EXPECT_EQ(page["totals"]["total"].integer(), 24000) << "cancelled sales are left out";
    EXPECT_EQ(page["totals"]["paid"].integer(), 12000);
    EXPECT_EQ(page["totals"]["balance"].integer(), 12000);
    const Json beyond = test.get("listSales", {}, {{"page", "9"}}).json();
    EXPECT_EQ(beyond["data"].size(), 0U);
    EXPECT_EQ(beyond["total"].integer(), 3);
}

TEST_F(Listing, sumsAreTheSameByDayAndBySale) {
    offerAll();
    const Json sale = created(body({{"date", "2026-11-18"}}));
    created(body({{"paidInFull", true}}));
    pay(sale, Json::object({{"amount", 50}}));
    const Json byDay = test.get("listSales", {}, {{"page", "1"}}).json();
    const Json bySale = test.get("listSales", {}, {{"page", "1"}, {"status", "active,cancelled"}}).json();
    EXPECT_EQ(byDay["totals"], bySale["totals"]) << byDay.dump() << bySale.dump();
    EXPECT_EQ(byDay["total"], bySale["total"]);
    EXPECT_EQ(byDay["totals"]["paid"].integer(), 17000);
}

TEST_F(Listing, everyFilterFilters) {
    offerAll();
    created(body({{"date", "2026-11-18"}, {"dueDate", "2026-11-19"}, {"externalId", "first"}}));
    created(body(
        {{"partnerId", Partner}, {"paidInFull", true}, {"note", "50% off_peak"}, {"channel", "online"}}));
    created(body({{"lines", Json::array({stocked()})}}));
    const auto count = [&](std::map<std::string, std::string> query) {
        const auto answer = test.get("listSales", {}, std::move(query));
        EXPECT_EQ(answer.status, 200) << answer.fault;
        EXPECT_EQ(std::to_string(answer.json().size()), answer.header("X-Total-Count"));
        return answer.json().size();
    };
    EXPECT_EQ(count({}), 3U);
    EXPECT_EQ(count({{"from", "2026-11-19"}}), 2U);
    EXPECT_EQ(count({{"to", "2026-11-18T23:00:00Z"}}), 1U);
    EXPECT_EQ(count({{"partnerId", Partner}}), 1U);
    EXPECT_EQ(count({{"partnerId", "nobody"}}), 0U);
    EXPECT_EQ(count({{"paymentStatus", "paid,partially_paid"}}), 1U);
    EXPECT_EQ(count({{"paymentStatus", "unpaid"}}), 2U);
    EXPECT_EQ(count({{"channel", "online"}}), 1U);
    EXPECT_EQ(count({{"businessUnitId", Unit}, {"from", "2026-11-20"}}), 2U);
    EXPECT_EQ(count({{"businessUnitId", "bus_1"}}), 0U);
    EXPECT_EQ(count({{"kind", "ticket"}}), 0U);
    EXPECT_EQ(count({{"status", "cancelled"}}), 0U);
    EXPECT_EQ(count({{"overdue", "true"}}), 1U);
    EXPECT_EQ(count({{"overdue", "false"}}), 2U);
    EXPECT_EQ(count({{"externalId", "first,second"}}), 1U);
    EXPECT_EQ(count({{"deliveryStatus", "pending"}}), 3U);
    EXPECT_EQ(count({{"fiscalStatus", "accepted"}}), 0U);
    EXPECT_EQ(count({{"q", "QUAIS"}}), 1U);
    EXPECT_EQ(count({{"q", "machine"}}), 1U);
    EXPECT_EQ(count({{"q", "50%"}}), 1U);
    EXPECT_EQ(count({{"q", "f_p"}}), 1U) << "wildcards are letters like any other";
    EXPECT_EQ(count({{"q", "0%o"}}), 0U);
    EXPECT_EQ(
        count({{"sort", "total"}, {"paymentStatus", "unpaid"}, {"q", "install"}, {"from", "2026-11-01"}}),
        1U);
}

TEST_F(Listing, countsOfAPeriodAreThoseOfItsSales) {
    offerAll();
    for (const char* date :
         {"2026-08-15", "2026-09-01", "2026-09-30", "2026-10-10", "2026-11-01", "2026-11-20"}) {
        created(body({{"date", date}, {"dueDate", "2026-12-31"}}));
        created(body({{"date", date}, {"dueDate", "2026-12-31"}, {"paidInFull", true}}));
    }
    const std::vector<std::string> days{"",           "2026-08-15", "2026-08-16", "2026-09-01", "2026-09-02",
                                        "2026-09-29", "2026-09-30", "2026-10-15", "2026-10-31", "2026-11-01"};
    for (const std::string& from : days) {
        for (const std::string& to : days) {
            std::map<std::string, std::string> query{{"page", "1"}, {"paymentStatus", "unpaid,paid"}};
            if (!from.empty()) {
                query["from"] = from;
            }
            if (!to.empty()) {
                query["to"] = to;
            }
            const Json kept = test.get("listSales", {}, query).json();
            query["overdue"] = "false"; // true of all of them, and not covered by the counters
            const Json counted = test.get("listSales", {}, query).json();
            EXPECT_EQ(kept["total"], counted["total"]) << from << " to " << to;
            EXPECT_EQ(kept["totals"], counted["totals"]) << from << " to " << to;
            EXPECT_EQ(kept["data"].size(), static_cast<std::size_t>(kept["total"].integer()));
        }
    }
}

TEST_F(Listing, oneCompanySeesNothingOfAnother) {
    offerAll();
    const Json sale = created(body());
    test.situation().company = *Uuid::parse("01890a5d-ac96-774b-bcce-000000000002");
    EXPECT_EQ(test.get("getSale", {{"saleId", sale["id"].text()}}).code, "sale-not-found");
    EXPECT_EQ(test.get("listSales").header("X-Total-Count"), "0");
}

} // namespace
} // namespace svc::sales::testing
