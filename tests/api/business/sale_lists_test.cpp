// Sales: the list in its three forms, its filters, totals and order.
#include <gmock/gmock.h>

#include "api/business/desk.hpp"

namespace svc::test {
namespace {

using ::testing::ElementsAre;

/// One company with a known set of sales, made once.
class SaleLists : public ::testing::Test {
protected:
    static Desk& desk() {
        static Desk* one = [] {
            Desk* desk = new Desk(sharedService(), "Liste", "NL"); // lives as long as the program
            fill(*desk);
            return desk;
        }();
        return *one;
    }
    static std::string partner;

    static void fill(Desk& desk) {
        partner = desk.make("/partners", js("{'name':'Café Zoë'}")).textOr("id");
        const auto sell = [&](const std::string& label, const std::string& more) {
            return desk.make(
                "/sales",
                js("{'lines':[{'label':'$1','quantity':1,'unitPrice':100,'taxRate':0}]," + more + "}",
                   {label, partner}));
        };
        desk.put("/rates/USD", js("{'rate':2,'date':'2026-01-01'}"));
        sell("Alpha", "'date':'2026-03-01','partnerId':'$2','externalId':'e-1','note':'Blue door'");
        sell("Beta", "'date':'2026-03-02','paidInFull':true,'channel':'online','externalId':'e-2'");
        sell("Gamma", "'date':'2026-03-03','payments':[{'amount':40}],'channel':'counter'");
        sell("Delta", "'date':'2026-03-03','partnerId':'$2','currency':'USD','externalId':'e-4'");
        const Json gone = sell("Epsilon", "'date':'2026-03-04','externalId':'e-5'");
        desk.post("/sales/" + gone.textOr("id") + "/cancel", Json::object());
        sell("Zeta", "'partnerId':'$2','externalId':'e-6'");
    }

    /// Labels of the first line of each sale that matches the filter, in order.
    static std::vector<std::string> labels(const std::string& query) {
        const Answer answer = desk().get("/sales?include=lines&" + query);
        EXPECT_EQ(answer.status, 200) << query << ' ' << answer.body;
        std::vector<std::string> found;
        for (const Json& sale : answer.json.items()) {
            found.push_back(sale["lines"][0].textOr("label"));
        }
        EXPECT_EQ(answer.header("x-total-count"), std::to_string(found.size())) << query;
        return found;
    }
};

std::string SaleLists::partner;

TEST_F(SaleLists, AreNewestFirst) {
    EXPECT_THAT(labels(""), ElementsAre("Zeta", "Epsilon", "Delta", "Gamma", "Beta", "Alpha"));
}

TEST_F(SaleLists, FilterByEachField) {
    EXPECT_THAT(labels("from=2026-03-02&to=2026-03-03"), ElementsAre("Delta", "Gamma", "Beta"));
    EXPECT_THAT(labels("to=2026-03-01"), ElementsAre("Alpha"));
    EXPECT_THAT(labels("from=2026-03-03T00:00:00Z&to=2026-03-03T22:00:00Z"), ElementsAre("Delta", "Gamma"));
    EXPECT_THAT(labels("partnerId=" + partner), ElementsAre("Zeta", "Delta", "Alpha"));
    EXPECT_THAT(labels("partnerId=nonsense"), ElementsAre());
    EXPECT_THAT(labels("paymentStatus=paid"), ElementsAre("Beta"));
    EXPECT_THAT(labels("paymentStatus=paid,cancelled"), ElementsAre("Epsilon", "Beta"));
    EXPECT_THAT(labels("paymentStatus=partially_paid"), ElementsAre("Gamma"));
    EXPECT_THAT(labels("channel=online,counter"), ElementsAre("Gamma", "Beta"));
    EXPECT_THAT(labels("businessUnitId=" + desk().value("businessUnitId") + "&kind=ticket"),
                ElementsAre("Beta"));
    EXPECT_THAT(labels("businessUnitId=bus_01jd9fs3wy29e8s2wzebd91q7g"), ElementsAre());
    EXPECT_THAT(labels("status=cancelled"), ElementsAre("Epsilon"));
    EXPECT_THAT(labels("externalId=e-2,e-4"), ElementsAre("Delta", "Beta"));
    EXPECT_THAT(labels("deliveryStatus=pending&from=2026-03-03"), ElementsAre("Zeta", "Delta", "Gamma"))
        << "nothing of a cancelled sale is left to deliver";
    EXPECT_THAT(labels("fiscalStatus=none&status=cancelled"), ElementsAre("Epsilon"));
    EXPECT_THAT(labels("overdue=true"), ElementsAre("Delta", "Gamma", "Alpha"));
    EXPECT_THAT(labels("overdue=false"), ElementsAre("Zeta", "Epsilon", "Beta"));
}

TEST_F(SaleLists, SearchNumberPartnerExternalIdNoteAndLabels) {
    EXPECT_THAT(labels("q=gamm"), ElementsAre("Gamma"));
    EXPECT_THAT(labels("q=e-6"), ElementsAre("Zeta"));
    EXPECT_THAT(labels("q=blue%20DOOR"), ElementsAre("Alpha"));
    EXPECT_THAT(labels("q=TKT"), ElementsAre("Beta"));
    EXPECT_THAT(labels("q=zo%C3%AB&to=2026-03-31"), ElementsAre("Delta", "Alpha"));
    EXPECT_THAT(labels("q=%25"), ElementsAre());
    EXPECT_THAT(labels("q=_"), ElementsAre());
}

TEST_F(SaleLists, AreSorted) {
    EXPECT_THAT(labels("sort=date"), ElementsAre("Alpha", "Beta", "Gamma", "Delta", "Epsilon", "Zeta"));
    EXPECT_EQ(labels("sort=total").front(), "Delta"); // 50 euros
    EXPECT_EQ(labels("sort=-total").back(), "Delta");
    EXPECT_EQ(labels("sort=number").back(), "Beta"); // tickets behind invoices
    EXPECT_TRUE(isRefusal(desk().get("/sales?sort=colour"), 400, "field-invalid:sort"));
}

TEST_F(SaleLists, RefuseWhatTheyDoNotKnow) {
    for (const char* query : {"limit=0", "limit=x", "offset=-1", "page=0", "size=0", "from=yesterday",
                              "to=2026-13-01", "paymentStatus=gone", "channel=post", "status=x", "kind=x",
                              "deliveryStatus=x", "overdue=maybe", "include=everything", "fiscalStatus=x"}) {
        const std::string name = std::string(query).substr(0, std::string(query).find('='));
        EXPECT_TRUE(isRefusal(desk().get(std::string("/sales?") + query), 400, "field-invalid:" + name))
            << query;
    }
}

TEST_F(SaleLists, TheArrayIsCutByLimitAndOffset) {
    const Answer first = desk().get("/sales?limit=2");
    EXPECT_EQ(first.header("x-total-count"), "6");
    EXPECT_EQ(first.json.size(), 2U);
    EXPECT_FALSE(first.json[0].contains("lines"));
    EXPECT_FALSE(first.json[0].contains("payments"));
    const Answer second = desk().get("/sales?limit=2&offset=2&include=payments");
    EXPECT_EQ(second.header("x-total-count"), "6");
    EXPECT_EQ(second.json[1]["payments"].size(), 1U);
    EXPECT_NE(first.json[1].textOr("id"), second.json[0].textOr("id"));
    EXPECT_EQ(desk().get("/sales?offset=100").json.size(), 0U);
    EXPECT_EQ(desk().get("/sales?limit=100000").json.size(), 6U);
}

TEST_F(SaleLists, ThePageHasTotalsOverAllThatMatch) {
    const Json page = desk().read("/sales?page=2&size=4");
    EXPECT_EQ(page["data"].size(), 2U);
    EXPECT_EQ(page["total"].integer(), 6);
    // Of five sales the cancelled one is left out; 100 dollars are 50 euros.
    const Json totals =
        js("{'currency':'EUR','subtotal':45000,'taxTotal':0,'total':45000,'paid':14000,'balance':31000}");
    EXPECT_TRUE(same(page["totals"], totals));
    EXPECT_TRUE(same(desk().read("/sales?page=1")["totals"], totals));
    EXPECT_TRUE(same(desk().read("/sales?size=1&sort=number&q=a")["totals"],
                     desk().read("/sales?size=9&q=a")["totals"]));
    const Json filtered = desk().read("/sales?size=1&partnerId=" + partner + "&to=2026-03-31");
    EXPECT_EQ(filtered["total"].integer(), 2);
    EXPECT_EQ(filtered["data"].size(), 1U);
    EXPECT_TRUE(
        same(filtered["totals"], js("{'currency':'EUR','subtotal':15000,'taxTotal':0,'total':15000,'paid':0,"
                                    "'balance':15000}")));
    const Json none = desk().read("/sales?page=1&q=nothing-of-the-kind");
    EXPECT_EQ(none["total"].integer(), 0);
    EXPECT_EQ(none["totals"]["total"].integer(), 0);
    const Json march = desk().read("/sales?page=1&from=2026-03-04&to=2026-03-04");
    EXPECT_EQ(march["total"].integer(), 1);
    EXPECT_EQ(march["totals"]["total"].integer(), 0);
}

TEST_F(SaleLists, ShowNothingOfAnotherCompany) {
    Desk other(sharedService());
    EXPECT_EQ(other.read("/sales?externalId=e-1,e-2").size(), 0U);
    const std::string theirs = desk().read("/sales?externalId=e-1")[0].textOr("id");
    EXPECT_TRUE(isRefusal(other.get("/sales/" + theirs), 404, "sale-not-found"));
    EXPECT_TRUE(
        isRefusal(other.post("/sales/" + theirs + "/payments", js("{'amount':1}")), 404, "sale-not-found"));
    EXPECT_TRUE(isRefusal(other.post("/sales/" + theirs + "/cancel", js("{}")), 404, "sale-not-found"));
    expectInvariants(sharedService());
}

} // namespace
} // namespace svc::test
