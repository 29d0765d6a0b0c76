// Reports agree with the documents and the books.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <svc/date.hpp>

#include "api/business/desk.hpp"

namespace svc::test {
namespace {

class Reports : public ::testing::Test {
protected:
    std::string partner(const std::string& name) {
        return desk.make("/partners", js("{'name':'" + name + "'}")).textOr("id");
    }
    std::int64_t figure(const Json& report, const char* section, const char* name) {
        return report[section][name].integer();
    }

    Desk desk{sharedService()};
};

TEST_F(Reports, TheSummaryMovesWithEachSale) {
    const Json before = desk.read("/reports/summary?period=today");
    desk.make("/sales",
              js("{'partnerId':'$1','lines':[{'label':'Work','quantity':1,'unitPrice':120,'taxRate':20}]}",
                 {partner("Summary")}));
    const Json after = desk.read("/reports/summary?period=today&compare=previous");
    EXPECT_EQ(figure(after, "sales", "count") - figure(before, "sales", "count"), 1);
    EXPECT_EQ(figure(after, "sales", "total") - figure(before, "sales", "total"), 12000);
    EXPECT_EQ(figure(after, "sales", "subtotal") - figure(before, "sales", "subtotal"), 10000);
    EXPECT_EQ(figure(after, "sales", "taxTotal") - figure(before, "sales", "taxTotal"), 2000);
    EXPECT_EQ(figure(after, "receivables", "total") - figure(before, "receivables", "total"), 12000);
    EXPECT_EQ(figure(after, "receivables", "count") - figure(before, "receivables", "count"), 1);
    EXPECT_EQ(after["period"]["from"].text(), desk.today());
    EXPECT_EQ(after["byDay"].size(), 1U);
    EXPECT_TRUE(after["previous"].isObject());
    EXPECT_TRUE(before["previous"].isNull());
    EXPECT_GE(after["wallets"].size(), 2U);
}

TEST_F(Reports, TheStockOfABusinessUnitIsWhatLiesAtItsLocations) {
    Desk chain(sharedService(), "Two units", "FR");
    const std::string unit = chain.make("/business-units", js("{'name':'Second'}")).textOr("id");
    const std::string second =
        chain.make("/locations", js("{'name':'Store','businessUnitId':'$1'}", {unit})).textOr("id");
    const auto adjust = [&](const std::string& location, const std::string& item, const char* quantity) {
        chain.make("/stock/adjustments",
                   js("{'locationId':'$1','reason':'adjustment','lines':[{'itemId':'$2','quantity':$3,"
                      "'unitCost':0.333}]}",
                      {location, item, quantity}));
    };
    const std::string beans = chain.make("/items", js("{'name':'Beans','alertThreshold':5}")).textOr("id");
    adjust(chain.value("locationId"), beans, "1");
    adjust(second, beans, "2");
    const std::string tea = chain.make("/items", js("{'name':'Tea'}")).textOr("id");
    adjust(chain.value("locationId"), tea, "4");
    adjust(second, tea, "1");
    adjust(second, tea, "-1");
    std::int64_t value = 0;
    for (const std::string& one : {chain.value("businessUnitId"), unit}) {
        std::int64_t listed = 0;
        const Json levels = chain.read("/stock?businessUnitId=" + one);
        for (const Json& level : levels.items()) {
            listed += level["value"].integer();
        }
        const Json summary = chain.read("/reports/summary?businessUnitId=" + one);
        EXPECT_EQ(figure(summary, "stock", "value"), listed);
        EXPECT_EQ(figure(summary, "stock", "low"), 1);
        EXPECT_EQ(figure(summary, "stock", "out"), one == unit ? 1 : 0);
        value += listed;
    }
    EXPECT_EQ(figure(chain.read("/reports/summary"), "stock", "value"), value);
}

TEST_F(Reports, TheWalletsOfABusinessUnitAreItsOwnAndThoseOfTheWholeCompany) {
    Desk chain(sharedService(), "Two tills", "FR");
    const std::string unit = chain.make("/business-units", js("{'name':'Second'}")).textOr("id");
    const auto wallet = [&](const std::string& body) {
        return chain.make("/wallets", js("{'kind':'bank'," + body + "}", {unit})).textOr("id");
    };
    const std::string own = wallet("'name':'Own','businessUnitId':'$1'");
    const std::string common = wallet("'name':'Common','businessUnitId':null");
    const std::string other = wallet("'name':'Other'");
    const auto shown = [&](const std::string& query) {
        return textsOf(chain.read("/reports/summary" + query)["wallets"], "walletId");
    };
    EXPECT_THAT(shown("?businessUnitId=" + unit), ::testing::IsSupersetOf({own, common}));
    EXPECT_THAT(shown("?businessUnitId=" + unit), ::testing::Not(::testing::Contains(other)));
    EXPECT_THAT(shown(""), ::testing::IsSupersetOf({own, common, other}));
}

TEST_F(Reports, TheSummaryRefusesWhatIsNoPeriod) {
    EXPECT_EQ(desk.get("/reports/summary?period=someday").code(), "field-invalid:period");
    EXPECT_EQ(desk.get("/reports/summary?businessUnitId=bus_00000000000000000000000000").code(),
              "business-unit-not-found");
}

TEST_F(Reports, ReceivablesAreOldByTheirDueDate) {
    const std::string id = partner("Late payer");
    const Json sold = desk.make(
        "/sales", js("{'partnerId':'$1','lines':[{'label':'Work','quantity':1,'unitPrice':100}]}", {id}));
    const Json list = desk.read("/reports/receivables?partnerId=" + id);
    ASSERT_EQ(list.size(), 1U);
    EXPECT_EQ(list[0]["total"].integer(), 10000);
    EXPECT_EQ(list[0]["notDue"].integer(), 10000);
    EXPECT_EQ(list[0]["invoices"][0].textOr("saleId"), sold.textOr("id"));
    const Json later = desk.read("/reports/receivables?at=2030-01-01&partnerId=" + id);
    EXPECT_EQ(later[0]["over90"].integer(), 10000);
    EXPECT_EQ(desk.read("/reports/receivables?at=2001-01-01&partnerId=" + id).size(), 0U);
    desk.make("/sales/" + sold.textOr("id") + "/payments", js("{'amount':100}"));
    EXPECT_EQ(desk.read("/reports/receivables?partnerId=" + id).size(), 0U);
    EXPECT_EQ(desk.get("/reports/receivables?partnerId=par_00000000000000000000000000").code(),
              "partner-not-found");
}

TEST_F(Reports, WhatHasNoDueDateIsNeverLate) {
    const std::string id = partner("Without a date");
    const std::string lines = "'lines':[{'label':'Work','quantity':1,'unitPrice':100}]}";
    const std::string sold =
        "/sales/" + desk.make("/sales", js("{'partnerId':'" + id + "'," + lines)).textOr("id");
    ASSERT_TRUE(desk.patch(sold, js("{'dueDate':null}")).json["dueDate"].isNull());
    const Json later = desk.read("/reports/receivables?at=2030-01-01&partnerId=" + id);
    EXPECT_EQ(later[0]["notDue"].integer(), 10000);
    EXPECT_TRUE(later[0]["oldestDueDate"].isNull());
    EXPECT_TRUE(later[0]["invoices"][0]["dueDate"].isNull());
    EXPECT_EQ(desk.read("/reports/reconciliation/partner/" + id + "?to=2030-01-01")["overdue"].integer(), 0);
    const Answer pdf = desk.get("/partners/" + id + "/statement.pdf");
    EXPECT_TRUE(hasStatus(pdf, 200));
    desk.make("/sales", js("{'partnerId':'" + id + "'," + lines));
    const Json both = desk.read("/reports/receivables?at=2030-01-01&partnerId=" + id);
    EXPECT_EQ(both[0]["notDue"].integer(), 10000);
    EXPECT_EQ(both[0]["over90"].integer(), 10000);
    EXPECT_FALSE(both[0]["oldestDueDate"].isNull());
}

TEST_F(Reports, SayAtWhichInstantTheyWereTaken) {
    const auto isInstant = [](const std::string& text) {
        return Instant::parse(text).has_value() && text.size() > 20;
    };
    for (const char* path : {"/reports/summary", "/reports/taxes"}) {
        EXPECT_TRUE(isInstant(desk.read(path).textOr("takenAt"))) << path;
    }
    EXPECT_TRUE(
        isInstant(desk.read("/reports/reconciliation/partner/" + partner("Instant")).textOr("takenAt")));
    for (const char* path : {"/reports/receivables", "/reports/payables"}) {
        EXPECT_TRUE(isInstant(desk.get(path).header("svc-taken-at"))) << path;
    }
}

TEST_F(Reports, TheStatementOfAPartnerIsTheirAccountInTheBooks) {
    const std::string id = partner("Statement");
    const Json sold = desk.make(
        "/sales", js("{'partnerId':'$1','lines':[{'label':'Work','quantity':1,'unitPrice':100}]}", {id}));
    desk.make("/sales/" + sold.textOr("id") + "/payments", js("{'amount':40}"));
    const Json statement = desk.read("/reports/reconciliation/partner/" + id);
    EXPECT_EQ(statement["opening"].integer(), 0);
    EXPECT_EQ(statement["lines"].size(), 2U);
    EXPECT_EQ(statement["lines"][0].textOr("kind"), "invoice");
    EXPECT_EQ(statement["lines"][0].textOr("number"), sold.textOr("number"));
    EXPECT_EQ(statement["lines"][1]["balance"].integer(), 6000);
    EXPECT_EQ(statement["invoiced"].integer(), 10000);
    EXPECT_EQ(statement["paid"].integer(), 4000);
    EXPECT_EQ(statement["owed"].integer(), desk.read("/partners/" + id)["balance"].integer());
    EXPECT_EQ(desk.get("/reports/reconciliation/partner/none").code(), "partner-not-found");
}

TEST_F(Reports, TaxesAreThoseOfTheBooks) {
    const auto collectedAt = [&](const Json& report, const Decimal& rate) {
        std::int64_t tax = 0;
        for (const Json& group : report["collected"].items()) {
            tax += group["taxRate"].decimal() == rate ? group["tax"].integer() : 0;
        }
        return tax;
    };
    const Json before = desk.read("/reports/taxes");
    desk.make(
        "/sales",
        js("{'lines':[{'label':'Beans','quantity':1,'unitPrice':10.55,'taxRate':5.5}],'paidInFull':true}"));
    const Json after = desk.read("/reports/taxes");
    const Decimal rate = Decimal::parse("5.5").value();
    EXPECT_EQ(collectedAt(after, rate) - collectedAt(before, rate), 55);
    EXPECT_EQ(after["due"].integer(), after["collectedTotal"].integer() - after["deductibleTotal"].integer());
}

TEST_F(Reports, TaxesOfExpensesAndFreeMovementsHaveTheirBase) {
    desk.change("", js("{'vatNumber':'FR40303265045'}"));
    const auto groupAt = [&](const char* side, const char* name) {
        std::int64_t sum = 0;
        const Json report = desk.read("/reports/taxes");
        for (const Json& group : report[side].items()) {
            sum += group["taxRate"].decimal() == Decimal(20) ? group[name].integer() : 0;
        }
        return sum;
    };
    const std::int64_t bought = groupAt("deductible", "net");
    const std::int64_t sold = groupAt("collected", "net");
    const std::string wallet =
        desk.make("/wallets", js("{'name':'Taxes','kind':'bank','openingBalance':500}")).textOr("id");
    desk.make("/expenses", js("{'label':'Paper','amount':120,'taxRate':20,'walletId':'$1'}", {wallet}));
    EXPECT_EQ(groupAt("deductible", "net") - bought, 10000);
    const Json in =
        desk.make("/transactions", js("{'walletId':'$1','direction':'in','amount':60,'taxRate':20,"
                                      "'label':'Scrap'}",
                                      {wallet}));
    EXPECT_EQ(groupAt("collected", "net") - sold, 5000);
    EXPECT_EQ(groupAt("deductible", "net") - bought, 10000);
    desk.post("/transactions/" + in.textOr("id") + "/void", js("{'reason':'Twice'}"));
    EXPECT_EQ(groupAt("collected", "net"), sold);
}

TEST_F(Reports, WhatACompanyBuysThatDeductsNoTaxIsNoBase) {
    Desk shop(sharedService(), unique("Exempt"), "FR");
    const std::string supplier =
        shop.make("/partners", js("{'name':'Maker','kind':'supplier'}")).textOr("id");
    const auto deductible = [&] {
        shop.make("/purchases", js("{'partnerId':'$1','receiveNow':true,'lines':["
                                   "{'label':'Beans','quantity':1,'unitPrice':60,'taxRate':20}]}",
                                   {supplier}));
        return shop.read("/reports/taxes")["deductible"];
    };
    EXPECT_EQ(deductible().size(), 0U);
    shop.change("", js("{'vatNumber':'FR40303265045'}"));
    const Json deducted = deductible();
    ASSERT_EQ(deducted.size(), 1U);
    EXPECT_EQ(deducted[0]["net"].integer(), 5000) << "of the second purchase alone";
    EXPECT_EQ(deducted[0]["tax"].integer(), 1000);
}

TEST_F(Reports, APartThatWasReceivedIsOwedInItsOwnCurrency) {
    desk.put("/rates/VND", js("{'rate':27700}"));
    const std::string supplier =
        desk.make("/partners", js("{'name':'$1','kind':'supplier'}", {unique("Hanoi")})).textOr("id");
    const auto order = [&](const char* line) {
        return desk.make("/purchases",
                         js("{'partnerId':'$1','currency':'VND','lines':[$2]}", {supplier, js(line).dump()}));
    };
    const Json purchase =
        order("{'label':'Beans','quantity':2,'unitPrice':50000,'taxCategory':'Z','taxRate':0}");
    desk.make("/purchases/" + purchase.textOr("id") + "/receipts",
              js("{'lines':[{'lineId':'$1','quantity':1}]}", {purchase["lines"][0].textOr("id")}));
    const auto owed = [&] { return desk.read("/reports/payables?partnerId=" + supplier)[0]; };
    EXPECT_EQ(owed()["total"].integer(), 50000);
    const Json little = order("{'label':'Tea','quantity':1,'unitPrice':100}");
    desk.make("/purchases/" + little.textOr("id") + "/receipts", js("{}"));
    EXPECT_EQ(owed()["total"].integer(), 50100) << "also what is worth less than a cent";
}

TEST_F(Reports, AStatementThatLooksAheadCallsNothingLateThatIsNotDue) {
    const std::string id = partner("Later");
    const std::string due = Date::parse(desk.today()).value().addDays(20).toString();
    const std::string to = Date::parse(desk.today()).value().addDays(30).toString();
    desk.make("/sales", js("{'partnerId':'$1','dueDate':'$2','lines':[{'label':'Work','quantity':1,"
                           "'unitPrice':120}]}",
                           {id, due}));
    const Json statement = desk.read("/reports/reconciliation/partner/" + id + "?to=" + to);
    EXPECT_EQ(statement["owed"].integer(), 12000);
    EXPECT_EQ(statement["overdue"].integer(), 0);
}

TEST_F(Reports, EveryFigureOfTheSummaryIsLessCreditNotes) {
    const auto today = [&](const Json& summary) {
        std::int64_t total = 0;
        for (const Json& day : summary["byDay"].items()) {
            total += day["total"].integer();
        }
        return total;
    };
    const Json before = desk.read("/reports/summary?period=today");
    const Json sold = desk.make("/sales", js("{'partnerId':'$1','lines':[{'label':'Only once','quantity':2,"
                                             "'unitPrice':99000}]}",
                                             {partner("Refunded")}));
    desk.make("/sales/" + sold.textOr("id") + "/refund",
              js("{'lines':[{'lineId':'$1','quantity':1}]}", {sold["lines"][0].textOr("id")}));
    const Json after = desk.read("/reports/summary?period=today");
    EXPECT_EQ(figure(after, "sales", "total") - figure(before, "sales", "total"), 9900000);
    EXPECT_EQ(today(after) - today(before), 9900000);
    ASSERT_EQ(after["topItems"][0].textOr("label"), "Only once");
    EXPECT_EQ(after["topItems"][0]["total"].integer(), 9900000);
    EXPECT_EQ(after["topItems"][0]["quantity"].integer(), 1);
}

/// Sums of a period written as `from..to`.
class ReportPeriods : public Reports {
protected:
    std::string day(int before) { return Date::parse(desk.today()).value().addDays(-before).toString(); }
    Json sales(int from, int to) {
        return desk.read("/reports/summary?period=" + day(from) + ".." + day(to))["sales"];
    }
};

TEST_F(ReportPeriods, LookBackAsTheBooksDo) {
    const std::string supplier =
        desk.make("/partners", js("{'name':'Behind','kind':'supplier'}")).textOr("id");
    const std::string purchase =
        desk.make("/purchases", js("{'partnerId':'$1','date':'$2','receiveNow':true,"
                                   "'lines':[{'label':'Beans','quantity':1,'unitPrice':120}]}",
                                   {supplier, day(20)}))
            .textOr("id");
    const auto owedAt = [&](const std::string& report, const std::string& id) {
        const Json list = desk.read("/reports/" + report + "?at=" + day(10) + "&partnerId=" + id);
        return list.size() == 0 ? 0 : list[0]["total"].integer();
    };
    EXPECT_EQ(owedAt("payables", supplier), 12000);
    desk.make("/purchases/" + purchase + "/payments", js("{'amount':120}"));
    EXPECT_EQ(owedAt("payables", supplier), 12000);
    EXPECT_EQ(desk.read("/reports/payables?partnerId=" + supplier).size(), 0U);
    EXPECT_EQ(desk.read("/reports/reconciliation/partner/" + supplier + "?from=" + day(30) +
                        "&to=" + day(10))["closing"]
                  .integer(),
              -12000);

    const std::string customer = partner("Looked back at");
    desk.put("/rates/USD", js("{'rate':1.25,'date':'$1'}", {day(30)}));
    const std::string sale =
        desk.make("/sales", js("{'partnerId':'$1','currency':'USD','date':'$2',"
                               "'lines':[{'label':'Work','quantity':1,'unitPrice':100}]}",
                               {customer, day(20)}))
            .textOr("id");
    desk.make("/sales/" + sale + "/payments", js("{'amount':40,'date':'$1'}", {day(15)}));
    desk.make("/sales/" + sale + "/payments", js("{'amount':60}"));
    EXPECT_EQ(owedAt("receivables", customer), 6000);
    EXPECT_EQ(desk.read("/reports/receivables?partnerId=" + customer).size(), 0U);
}

TEST_F(ReportPeriods, CountACancellationOnItsOwnDay) {
    const Json sold = desk.make("/sales", js("{'partnerId':'$1','date':'$2',"
                                             "'lines':[{'label':'Work','quantity':1,'unitPrice':120}]}",
                                             {partner("Cancelled later"), day(40)}));
    const Json then = sales(45, 35);
    const Json now = sales(0, 0);
    const Json whole = sales(45, 0);
    ASSERT_TRUE(hasStatus(
        desk.post("/sales/" + sold.textOr("id") + "/cancel", js("{'reason':'Ordered twice'}")), 200));
    EXPECT_EQ(sales(45, 35).dump(), then.dump()) << "what was reported stays";
    EXPECT_EQ(sales(0, 0)["total"].integer(), now["total"].integer() - 12000);
    EXPECT_EQ(sales(0, 0)["taxTotal"].integer(), now["taxTotal"].integer() - 2000);
    EXPECT_EQ(sales(0, 0)["count"].integer(), now["count"].integer());
    EXPECT_EQ(sales(45, 0)["count"].integer(), whole["count"].integer() - 1);
}

TEST_F(ReportPeriods, LeaveNothingOfWhatWasCreditedInAnotherCurrency) {
    desk.put("/rates/USD", js("{'rate':1.0842,'date':'$1'}", {day(30)}));
    const std::string buyer = partner("Credited in dollars");
    const Json before = sales(0, 0);
    for (int i = 0; i < 3; ++i) {
        const std::string sale =
            "/sales/" +
            desk.make("/sales",
                      js("{'partnerId':'$1','currency':'USD','pricesIncludeTax':true,'lines':["
                         "{'label':'A','quantity':1,'unitPrice':66.84,'taxRate':20,'service':true},"
                         "{'label':'B','quantity':1,'unitPrice':47.78,'taxRate':5.5,'service':true}]}",
                         {buyer}))
                .textOr("id");
        desk.make(sale + "/refund", js("{'amount':100.02}"));
        desk.make(sale + "/refund", js("{}"));
    }
    for (const char* figure : {"subtotal", "taxTotal", "total"}) {
        EXPECT_EQ(sales(0, 0)[figure].integer(), before[figure].integer()) << figure;
    }
}

TEST_F(ReportPeriods, CompareWholeMonthsWithWholeMonths) {
    const auto previous = [&](const std::string& period) {
        const Json shown =
            desk.read("/reports/summary?compare=previous&period=" + period)["previous"]["period"];
        return shown.textOr("from") + ".." + shown.textOr("to");
    };
    EXPECT_EQ(previous("2028-12"), "2028-11-01..2028-11-30");
    EXPECT_EQ(previous("2029-Q1"), "2028-10-01..2028-12-31");
    EXPECT_EQ(previous("2029"), "2028-01-01..2028-12-31");
    EXPECT_EQ(previous("2026-11-02..2026-11-11"), "2026-10-23..2026-11-01");
}

TEST_F(ReportPeriods, KnowTheMarginUnderPeriodicInventory) {
    Desk shop(sharedService(), unique("Periodic"), "FR");
    shop.change("", js("{'accounting':{'inventory':'periodic'}}"));
    const std::string item =
        shop.make("/items", js("{'name':'Lamp','price':120,'trackStock':true}")).textOr("id");
    const std::string supplier =
        shop.make("/partners", js("{'name':'Maker','kind':'supplier'}")).textOr("id");
    shop.make("/purchases", js("{'partnerId':'$1','receiveNow':true,"
                               "'lines':[{'itemId':'$2','quantity':10,'unitPrice':60}]}",
                               {supplier, item}));
    shop.make("/sales", js("{'lines':[{'itemId':'$1','quantity':1}],'paidInFull':true}", {item}));
    const Json summary = shop.read("/reports/summary?period=today");
    // Nine of ten are left.
    const std::int64_t cost = summary["stock"]["value"].integer() / 9;
    EXPECT_GT(cost, 0);
    EXPECT_EQ(summary["margin"]["amount"].integer(), summary["sales"]["subtotal"].integer() - cost);
}

TEST_F(ReportPeriods, KeepTheMarginWhenTheInventoryMethodChanges) {
    Desk shop(sharedService(), unique("Methods"), "FR");
    const std::string item =
        shop.make("/items", js("{'name':'Lamp','price':120,'taxRate':20,'trackStock':true}")).textOr("id");
    const std::string supplier =
        shop.make("/partners", js("{'name':'Maker','kind':'supplier'}")).textOr("id");
    shop.make("/purchases", js("{'partnerId':'$1','receiveNow':true,"
                               "'lines':[{'itemId':'$2','quantity':10,'unitPrice':60,'taxRate':20}]}",
                               {supplier, item}));
    const auto margin = [&] { return shop.read("/reports/summary?period=today")["margin"].dump(); };
    const auto keep = [&](const char* inventory) {
        const std::string before = margin();
        shop.change("", js("{'accounting':{'inventory':'$1'}}", {inventory}));
        EXPECT_EQ(margin(), before) << "back to or from " << inventory;
    };
    const auto sell = [&] {
        shop.make("/sales", js("{'lines':[{'itemId':'$1','quantity':1}],'paidInFull':true}", {item}));
    };
    // 100.00 without tax minus the cost of one lamp, which includes the tax because the company cannot deduct
    // it.
    sell();
    EXPECT_EQ(shop.read("/reports/summary?period=today")["margin"]["amount"].integer(), 4000);
    keep("periodic");
    sell();
    EXPECT_EQ(shop.read("/reports/summary?period=today")["margin"]["amount"].integer(), 8000);
    keep("perpetual");
    sell();
    keep("periodic");
    EXPECT_EQ(shop.read("/reports/summary?period=today")["margin"]["amount"].integer(), 12000);
}

} // namespace
} // namespace svc::test
