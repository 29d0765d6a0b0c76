// Reports agree with the documents and the books.
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

} // namespace
} // namespace svc::test
