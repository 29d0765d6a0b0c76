// Business dates are those of the company: a company in Paris, with daylight saving time, and one in Abidjan
// see the same instants on their own dates, in every module.
#include <gmock/gmock.h>

#include <svc/date.hpp>

#include "api/business/desk.hpp"

namespace svc::test {
namespace {

using ::testing::Contains;
using ::testing::Not;

/// A separate service whose clock the program moves.
RunningService& movedService() {
    static RunningService service;
    return service;
}

/// Moves the clock; returns the service's time.
Instant moved(std::int64_t seconds) {
    const Answer answer = movedService().anonymous().post(
        "/testing/clock", Json::object({{"advance", "PT" + std::to_string(seconds) + "S"}}));
    if (answer.status != 200) {
        throw std::runtime_error("the clock answers " + answer.body);
    }
    return Instant::parse(answer.json.textOr("now")).value();
}

void moveTo(const std::string& instant) {
    const std::int64_t target = Instant::parse(instant).value().micros();
    const std::int64_t seconds = (target - moved(0).micros()) / 1'000'000;
    ASSERT_GT(seconds, 0) << instant;
    moved(seconds);
}

/// The last Sunday of a month of 31 days, when daylight saving time begins or ends at 01:00 UTC.
Date lastSunday(int year, const std::string& month) {
    const Date day = Date::parse(std::to_string(year) + '-' + month + "-31").value();
    return day.addDays(-(day.weekday() % 7));
}

/// A company that makes one record of each kind at an instant.
class Shop {
public:
    Shop(const std::string& name, const std::string& country) : desk_(movedService(), name, country) {}

    void expectDay(const std::string& instant, Date day) {
        SCOPED_TRACE(desk_.value("companyId") + " at " + instant);
        const std::string wallet = desk_.make("/wallets", js("{'name':'Till','kind':'cash'}")).textOr("id");
        const std::string session =
            desk_.make("/cash-sessions", js("{'walletId':'$1','openingAmount':0}", {wallet})).textOr("id");
        const Json sale = desk_.make("/sales", js("{'lines':[{'label':'Tea','quantity':1,'unitPrice':3}],"
                                                  "'paidInFull':true,'walletId':'$1'}",
                                                  {wallet}));
        const std::string text = day.toString();
        EXPECT_EQ(sale.textOr("date"), text);
        EXPECT_EQ(desk_.make("/quotes", js("{'lines':[{'label':'Tea','quantity':1,'unitPrice':3}]}"))
                      .textOr("date"),
                  text);
        EXPECT_EQ(desk_.make("/expenses", js("{'label':'Ice','amount':1,'walletId':'$1'}", {wallet}))
                      .textOr("date"),
                  text);
        const std::string item = desk_.make("/items", js("{'name':'Cup','price':2}")).textOr("id");
        desk_.make("/stock/adjustments",
                   js("{'locationId':'$1','reason':'adjustment','lines':[{'itemId':'$2',"
                      "'quantity':1,'unitCost':1}]}",
                      {desk_.value("locationId"), item}));
        const std::string person = unique("Person");
        const Answer entry =
            desk_.put("/time-entries", js("{'person':'$1','startedAt':'$2','minutes':1}", {person, instant}));
        ASSERT_TRUE(hasStatus(entry, 200));
        EXPECT_EQ(entry.json["data"][0].textOr("date"), text);

        expectListed("/sales?", "", day, sale.textOr("id"));
        expectListed("/cash-sessions?walletId=" + wallet, "", day, session);
        expectCount("/transactions?kind=all&walletId=" + wallet, day, 2);
        expectCount("/stock/movements?itemId=" + item, day, 1);
        expectListed("/time-entries?person=" + person, "data", day, entry.json["data"][0].textOr("id"));

        const std::int64_t sold = ++sales_[text];
        const Json summary = desk_.read("/reports/summary?period=today");
        EXPECT_EQ(summary["period"].textOr("from"), text);
        EXPECT_EQ(summary["sales"]["count"].integer(), sold);
        EXPECT_EQ(desk_.post("/cash-sessions/" + session + "/close", js("{'countedAmount':2}")).status, 200);
    }

private:
    static std::string between(Date from, Date to) {
        return "&from=" + from.toString() + "&to=" + to.toString();
    }
    Json list(const std::string& path, const std::string& member, Date from, Date to) {
        const Json answer = desk_.read(path + between(from, to));
        return member.empty() ? rowsOf(answer) : rowsOf(answer[member]);
    }
    /// The list contains the record on its date, and neither the day before nor the day after.
    void expectListed(const std::string& path, const std::string& member, Date day, const std::string& id) {
        EXPECT_THAT(textsOf(list(path, member, day, day), "id"), Contains(id)) << path;
        for (const int other : {-1, 1}) {
            EXPECT_THAT(textsOf(list(path, member, day.addDays(other), day.addDays(other)), "id"),
                        Not(Contains(id)))
                << path << other;
        }
    }
    void expectCount(const std::string& path, Date day, std::size_t count) {
        EXPECT_EQ(list(path, "", day, day).size(), count) << path;
        EXPECT_EQ(list(path, "", day.addDays(-1), day.addDays(-1)).size(), 0U) << path;
        EXPECT_EQ(list(path, "", day.addDays(1), day.addDays(1)).size(), 0U) << path;
    }

    Desk desk_;
    std::map<std::string, std::int64_t> sales_;
};

TEST(Days, AreCutInTheZoneOfTheCompanyAlsoWhenTheClocksChange) {
    const int year = Date::parse(moved(0).toString().substr(0, 10)).value().year() + 1;
    const Date spring = lastSunday(year, "03");
    const Date autumn = lastSunday(year, "10");
    Shop paris("Bistro", "FR");
    Shop abidjan("Maquis", "CI");
    struct Case {
        Date utc;
        const char* time;
        Date inParis;
    };
    const Case cases[] = {
        {spring.addDays(-1), "22:30:00Z", spring.addDays(-1)}, // 23:30, still winter time
        {spring.addDays(-1), "23:30:00Z", spring},             // 00:30
        {spring, "21:30:00Z", spring},                         // 23:30, summer time
        {spring, "22:30:00Z", spring.addDays(1)}, // 00:30; in winter time 23:30 of the day before
        {autumn.addDays(-1), "21:30:00Z", autumn.addDays(-1)}, // 23:30, still summer time
        {autumn.addDays(-1), "22:30:00Z", autumn},             // 00:30
        {autumn, "22:30:00Z", autumn},                         // 23:30 of a day of 25 hours
        {autumn, "23:30:00Z", autumn.addDays(1)},              // 00:30
    };
    for (const Case& one : cases) {
        const std::string instant = one.utc.toString() + 'T' + one.time;
        moveTo(instant);
        paris.expectDay(instant, one.inParis);
        abidjan.expectDay(instant, one.utc);
        ASSERT_FALSE(::testing::Test::HasFailure()) << instant;
    }
    expectInvariants(movedService());
}

} // namespace
} // namespace svc::test
