// Scheduled passes over quotes and recurring sales: the service's clock is moved, and its passes run.
#include <atomic>
#include <thread>

#include <gmock/gmock.h>

#include <svc/date.hpp>

#include "api/business/together.hpp"

namespace svc::test {
namespace {

using ::testing::ElementsAre;

/// A separate service whose clock the program moves.
RunningService& movedService() {
    static RunningService service([] {
        ServiceOptions options;
        options.plugins.push_back("fr-journal");
        return options;
    }());
    return service;
}

class Passes : public ::testing::Test {
protected:
    Desk desk{movedService()};
    std::string partner =
        desk.make("/partners", js("{'name':'$1','email':'guest@quais.example'}", {unique("Hotel")}))
            .textOr("id");

    void SetUp() override { desk.events(); }

    void advance(const std::string& duration) {
        HttpClient anybody = movedService().anonymous();
        ASSERT_TRUE(hasStatus(anybody.post("/testing/clock", Json::object({{"advance", duration}})), 200));
    }
    /// Today by the service's clock.
    std::string serviceDay() {
        return desk.make("/quotes", js("{'lines':[{'label':'x','quantity':1,'unitPrice':1}]}"))
            .textOr("date");
    }
    /// Business dates of the partner's sales, oldest first.
    std::vector<std::string> saleDates() {
        return textsOf(desk.read("/sales?sort=date&partnerId=" + partner), "date");
    }
    static std::string after(const std::string& day, int days) {
        return Date::parse(day).value().addDays(days).toString();
    }
};

TEST_F(Passes, ARecurringSaleIsMadeOnEachOfItsDaysByNobody) {
    const std::string today = serviceDay();
    const Json recurring =
        desk.make("/recurring-sales",
                  js("{'template':{'partnerId':'$1','lines':[{'label':'Care','quantity':1,'unitPrice':90}]},"
                     "'every':'day','interval':2,'startsOn':'$2','send':true}",
                     {partner, after(today, 1)}));
    EXPECT_EQ(recurring.textOr("state"), "active");
    EXPECT_EQ(recurring.textOr("nextOn"), after(today, 1));
    desk.events();
    advance("PT24H");
    const std::vector<Json> events = desk.events();
    ASSERT_THAT(typesOf(events), ElementsAre("sale.created", "invoice.issued"));
    EXPECT_TRUE(events[0]["data"]["actor"].isNull());
    const Json sale = desk.read("/sales/" + events[0].textOr("objectId"));
    EXPECT_EQ(sale["recurringId"], recurring["id"]);
    EXPECT_TRUE(sale["createdBy"].isNull());

    advance("PT96H");
    EXPECT_THAT(saleDates(), ElementsAre(after(today, 1), after(today, 3), after(today, 5)));
    const std::string path = "/recurring-sales/" + recurring.textOr("id");
    EXPECT_EQ(desk.change(path, js("{'state':'paused'}")).textOr("state"), "paused");
    advance("PT96H");
    EXPECT_EQ(saleDates().size(), 3U);
    const Json resumed = desk.change(path, js("{'state':'active'}"));
    EXPECT_EQ(resumed.textOr("nextOn"), after(today, 9));
    advance("PT1H");
    EXPECT_EQ(saleDates().back(), after(today, 9));
    EXPECT_EQ(desk.change(path, js("{'state':'ended'}")).textOr("state"), "ended");
    EXPECT_TRUE(isRefusal(desk.patch(path, js("{'state':'active'}")), 400, "field-invalid:state"));
    advance("PT96H");
    EXPECT_EQ(saleDates().size(), 4U);
}

TEST_F(Passes, ASealedSaleThatWasMissedIsOfTheDayOnWhichItIsMade) {
    Desk shop(movedService(), "Sealed", "FR");
    ASSERT_TRUE(hasStatus(shop.put("/fiscal/fr-journal", js("{'enabled':true,'mode':'production'}")), 200));
    const std::string today = shop.today();
    shop.make("/recurring-sales", js("{'template':{'lines':[{'label':'Care','quantity':1,'unitPrice':90}]},"
                                     "'every':'day','startsOn':'$1','endsOn':'$2'}",
                                     {after(today, 1), after(today, 4)}));
    advance("P4D");
    const std::vector<std::string> dates = textsOf(shop.read("/sales?sort=date"), "date");
    EXPECT_EQ(dates, std::vector<std::string>(4, after(today, 4)));
    EXPECT_EQ(shop.read("/recurring-sales")[0].textOr("state"), "ended");
}

TEST_F(Passes, RecurringSalesAreRefusedByTheirFields) {
    const auto refused = [&](const std::string& body, int status, const std::string& code) {
        EXPECT_TRUE(isRefusal(desk.post("/recurring-sales", js(body)), status, code)) << body;
    };
    const std::string lines = "'lines':[{'label':'Care','quantity':1,'unitPrice':90}]";
    refused("{}", 400, "field-required:template");
    refused("{'template':{" + lines + "}}", 400, "field-required:every");
    refused("{'template':{" + lines + "},'every':'month'}", 400, "field-required:startsOn");
    refused("{'template':{},'every':'month','startsOn':'2099-01-01'}", 400, "field-required:template.lines");
    refused("{'template':{" + lines + "},'every':'hour','startsOn':'2099-01-01'}", 400,
            "field-invalid:every");
    refused("{'template':{'partnerId':'par_1'," + lines + "},'every':'month','startsOn':'2099-01-01'}", 404,
            "partner-not-found");
    refused(
        "{'template':{'lines':[{'itemId':'itm_1','quantity':1}]},'every':'month','startsOn':'2099-01-01'}",
        404, "item-not-found:itm_1");
    EXPECT_TRUE(isRefusal(desk.patch("/recurring-sales/rec_1", js("{'state':'paused'}")), 404,
                          "recurring-sale-not-found"));
    HttpClient viewer = movedService().client(makeKey(movedService(), {"sales:view"}));
    EXPECT_TRUE(hasStatus(viewer.get(desk.path("/recurring-sales")), 200));
    EXPECT_TRUE(isRefusal(viewer.post(desk.path("/recurring-sales"), js("{}")), 403, "missing-permission"));
}

TEST_F(Passes, AQuoteExpiresAfterItsLastDayInTheZoneOfItsCompany) {
    const Json quote = desk.make("/quotes", js("{'partnerId':'$1','validUntil':'$2','lines':[{'label':'Work',"
                                               "'quantity':1,'unitPrice':60}]}",
                                               {partner, serviceDay()}));
    const std::string path = "/quotes/" + quote.textOr("id");
    ASSERT_TRUE(hasStatus(desk.post(path + "/send", js("{'message':'As discussed.'}")), 202));
    EXPECT_FALSE(desk.read(path)["sentAt"].isNull());
    desk.events();
    advance("PT25H");
    EXPECT_EQ(desk.read(path).textOr("status"), "expired");
    EXPECT_TRUE(desk.events().empty());
    EXPECT_TRUE(isRefusal(desk.post(path + "/accept", js("{}")), 400, "quote-expired"));
    EXPECT_TRUE(isRefusal(desk.post(path + "/convert", js("{}")), 400, "quote-expired"));
    EXPECT_TRUE(isRefusal(desk.post(path + "/decline", js("{}")), 400, "quote-not-open"));
    EXPECT_TRUE(isRefusal(desk.patch(path, js("{'note':'x'}")), 400, "quote-not-open"));
    EXPECT_EQ(desk.change(path, js("{'validUntil':'$1'}", {serviceDay()})).textOr("status"), "open");
    ASSERT_TRUE(hasStatus(desk.post(path + "/convert", js("{}")), 201));
}

TEST_F(Passes, APeriodicInventoryIsClosedOnceWhenItsFiscalYearHasEnded) {
    Desk shop(movedService(), "Periodic", "BE");
    const std::string today = shop.today();
    ASSERT_TRUE(hasStatus(
        shop.owner().patch(shop.path(""), js("{'accounting':{'inventory':'periodic','fiscalYearStart':'$1'}}",
                                             {after(today, 1).substr(5)})),
        200));
    const std::string item = shop.make("/items", js("{'name':'Beans','price':9}")).textOr("id");
    shop.make("/stock/adjustments", js("{'locationId':'$1','reason':'adjustment','lines':[{'itemId':'$2',"
                                       "'quantity':7,'unitCost':3}]}",
                                       {shop.value("locationId"), item}));
    const std::string source = "STOCK-" + today;
    EXPECT_TRUE(shop.postings(source).empty());
    advance("PT25H");
    const std::vector<std::string> closed = shop.postings(source);
    EXPECT_EQ(closed.size(), 2U) << "no opening stock: the entry of the closing stock alone";
    advance("PT25H");
    EXPECT_EQ(shop.postings(source), closed);
}

TEST_F(Passes, AYearThatManyCloseAtOnceIsClosedOnce) {
    Desk shop(movedService(), "Periodic", "BE");
    const std::string lastDay = shop.today();
    const std::string firstDay = after(lastDay, 1);
    shop.change("",
                js("{'accounting':{'inventory':'periodic','fiscalYearStart':'$1'}}", {firstDay.substr(5)}));
    const std::string item = shop.make("/items", js("{'name':'Beans','price':9}")).textOr("id");
    shop.make("/stock/adjustments", js("{'locationId':'$1','reason':'adjustment','lines':[{'itemId':'$2',"
                                       "'quantity':7,'unitCost':3}]}",
                                       {shop.value("locationId"), item}));
    HttpClient owner = shop.owner();
    // The hourly pass leaves a locked year alone.
    ASSERT_TRUE(hasStatus(owner.patch(shop.path(""), js("{'lockDate':'$1'}", {lastDay})), 200));
    advance("PT25H");
    ASSERT_TRUE(hasStatus(shop.owner().patch(shop.path(""), js("{'lockDate':null}")), 200));
    const std::string year = std::to_string(std::stoi(firstDay.substr(0, 4)) - 1);
    const std::string key = shop.newKey();
    together(movedService(), key, 6, [&](HttpClient& client, int) {
        EXPECT_TRUE(
            hasStatus(client.post(shop.path("/reports/fiscal-years/" + year + "/close"), js("{}")), 200));
    });
    EXPECT_EQ(shop.postings("STOCK-" + lastDay).size(), 2U) << "the entry of the closing stock alone";
}

TEST_F(Passes, WritesGoOnWhileTheClockMovesBeyondThePartitionsMadeAhead) {
    constexpr int Most = 150; // for each writer; all share the key's rate limit
    const std::string credential = desk.newKey();
    std::atomic<bool> moving{true};
    std::vector<std::thread> writers;
    for (int i = 0; i < 3; ++i) {
        writers.emplace_back([&] {
            HttpClient client = movedService().client(credential);
            for (int made = 0; moving && made < Most; ++made) {
                const Json body = Json::object({{"name", unique("Partner")}});
                EXPECT_TRUE(hasStatus(client.post(desk.path("/partners"), body), 201));
            }
        });
    }
    for (int i = 0; i < 3; ++i) {
        advance("P20D");
    }
    moving = false;
    for (std::thread& writer : writers) {
        writer.join();
    }
}

TEST_F(Passes, AYearOfPerpetualInventoryIsNotClosedAsAPeriodicOne) {
    Desk shop(movedService(), "Perpetual", "BE");
    const std::string lastDay = serviceDay();
    shop.change("", js("{'accounting':{'fiscalYearStart':'$1'}}", {after(lastDay, 1).substr(5)}));
    const std::string item = shop.make("/items", js("{'name':'Beans','price':9}")).textOr("id");
    const std::string supplier =
        shop.make("/partners", js("{'name':'Maker','kind':'supplier'}")).textOr("id");
    advance("PT25H");
    shop.make("/purchases", js("{'partnerId':'$1','date':'$2','receiveNow':true,"
                               "'lines':[{'itemId':'$3','quantity':7,'unitPrice':60}]}",
                               {supplier, lastDay, item}));
    shop.change("", js("{'accounting':{'inventory':'periodic'}}"));
    advance("PT2H");
    EXPECT_TRUE(shop.postings("STOCK-" + lastDay).empty());
}

TEST_F(Passes, EverythingStillAgrees) {
    const auto [code, output] = movedService().command({"verify"});
    EXPECT_EQ(code, 0) << output;
}

} // namespace
} // namespace svc::test
