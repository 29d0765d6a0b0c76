// Fiscal years that do not begin in January, lettering after a reversed payment, settings of DATEV.
#include <svc/money.hpp>

#include "api/business/desk.hpp"
#include "api/reports/records.hpp"

namespace svc::test {
namespace {

TEST(FiscalYear, ThatBeginsInJulyIsNumberedAndOpenedInJuly) {
    Desk desk(sharedService(), "Juillet", "FR");
    desk.change("", js("{'accounting':{'siren':'123456782','fiscalYearStart':'07-01'}}"));
    const int year = std::stoi(desk.today().substr(0, 4)) - 1;
    const auto day = [&](const char* rest) { return std::to_string(year) + rest; };
    const std::string partner = desk.make("/partners", js("{'name':'Client'}")).textOr("id");
    const auto sell = [&](const std::string& date) {
        return desk
            .make("/sales", js("{'partnerId':'" + partner + "','date':'" + date +
                               "','lines':[{'label':'Work','quantity':1,'unitPrice':120}]}"))
            .textOr("id");
    };
    const std::string june = sell(day("-06-30"));
    sell(day("-07-01"));
    desk.make("/sales/" + june + "/payments", js("{'amount':120,'date':'" + day("-07-02") + "'}"));
    const std::string fec = desk.get("/reports/exports/ledger.fec?encoding=utf-8&from=" + day("-07-01") +
                                     "&to=" + std::to_string(year + 1) + "-06-30")
                                .body;
    const auto records = recordsOf(fec, '|');
    ASSERT_EQ(records.size(), 1U + 2 + 2 + 2) << fec;
    EXPECT_EQ(records[1][0], "AN");
    EXPECT_EQ(records[1][2], "000001");
    EXPECT_EQ(records[1][3], std::to_string(year) + "0701");
    EXPECT_EQ(records[3][2], "000002");
    // The receivable of June is in the opening balance and is settled by the payment of July.
    EXPECT_EQ(records[1][11], "120,00");
    EXPECT_EQ(records[1][14], std::to_string(year) + "0702");
    EXPECT_EQ(records[6][13], records[1][13]);
    EXPECT_TRUE(records[3][13].empty()) << "not paid";
    EXPECT_EQ(desk.get("/reports/exports/ledger.fec?from=" + day("-06-30") + "&to=" + day("-07-01")).code(),
              "field-invalid:to");
    EXPECT_EQ(desk.read("/reports/fiscal-years").size(), 2U);
    EXPECT_EQ(desk.post("/reports/fiscal-years/" + std::to_string(year - 1) + "/close", js("{}")).status,
              200);
}

TEST(FiscalYear, BeginsOnTheSameDayOnceThereIsAnEntry) {
    Desk desk(sharedService(), "Exercice", "FR");
    desk.change("", js("{'accounting':{'fiscalYearStart':'07-01'}}"));
    desk.make("/sales", js("{'lines':[{'label':'Work','quantity':1,'unitPrice':120}],'paidInFull':true}"));
    EXPECT_TRUE(isRefusal(desk.patch("", js("{'accounting':{'fiscalYearStart':'01-01'}}")), 400,
                          "field-invalid:accounting.fiscalYearStart"));
    desk.change("", js("{'accounting':{'fiscalYearStart':'07-01','siren':'123456782'}}"));
    EXPECT_EQ(desk.read("")["accounting"].textOr("fiscalYearStart"), "07-01");
}

TEST(Lettering, GoesWithAPaymentThatIsVoidedAndComesAgainWithTheNext) {
    Desk desk(sharedService(), "Lettrage", "BE");
    desk.change("", js("{'accounting':{'siren':'123456782'}}"));
    const std::string partner = desk.make("/partners", js("{'name':'Client'}")).textOr("id");
    const Json sale =
        desk.make("/sales", js("{'partnerId':'$1','lines':[{'label':'Work','quantity':1,'unitPrice':120}]}",
                               {partner}));
    const std::string total = majorFromMinor(sale["total"].integer(), Currency::of("EUR")).toFixed(2);
    const std::string today = desk.today();
    const auto lettered = [&] {
        std::vector<std::string> codes;
        for (const auto& record : recordsOf(desk.get("/reports/exports/ledger.fec?encoding=utf-8&from=" +
                                                     today.substr(0, 4) + "-01-01&to=" + today)
                                                .body,
                                            '|')) {
            if (!record[6].empty() && record[6] != "CompAuxNum") {
                EXPECT_EQ(record[13].empty(), record[14].empty());
                codes.push_back(record[13]);
            }
        }
        return codes;
    };
    using Codes = std::vector<std::string>;
    EXPECT_EQ(lettered(), Codes{""});
    // A bank line pays the invoice: both lines of the customer account have the same lettering code.
    const Json statement =
        desk.make("/wallets/" + desk.value("bankWalletId") + "/statements",
                  Json::object({{"content", "Date;Text;Amount\n" + today + ";Payment;" + total + '\n'},
                                {"format", "csv"},
                                {"csv", js("{'delimiter':';','decimal':'.','dateFormat':'YYYY-MM-DD',"
                                           "'columns':{'bookingDate':0,'remittance':1,'amount':2}}")}}));
    const std::string line = "/bank-transactions/" + statement["bankTransactionIds"][0].text();
    const Json match = js("{'matches':[{'kind':'sale','id':'" + sale.textOr("id") + "'}]}");
    EXPECT_EQ(desk.post(line + "/match", match).status, 200);
    const Codes paid = lettered();
    ASSERT_EQ(paid.size(), 2U);
    EXPECT_FALSE(paid[0].empty());
    EXPECT_EQ(paid[0], paid[1]);
    // After reopening the payment is void: the receivable is open again, and none of its three lines is
    // lettered.
    EXPECT_EQ(desk.post(line + "/reopen", js("{}")).status, 200);
    EXPECT_EQ(lettered(), (Codes{"", "", ""}));
    // After another payment all four lines are lettered together.
    EXPECT_EQ(desk.post(line + "/match", match).status, 200);
    EXPECT_EQ(lettered(), (Codes{paid[0], paid[0], paid[0], paid[0]}));
    expectInvariants(sharedService());
}

TEST(DatevSettings, ThatAreMissingAreRefusedByName) {
    Desk desk(sharedService(), "Ohne", "DE");
    const std::string path = "/reports/exports/ledger.datev.csv?from=2025-01-01&to=2025-12-31";
    EXPECT_EQ(desk.get("/reports/exports/ledger.datev.csv").code(), "period-required");
    EXPECT_EQ(desk.get(path + "&chart=PCG").code(), "chart-unknown:PCG");
    EXPECT_EQ(desk.get(path).code(), "field-required:accounting.datev.consultant");
    EXPECT_TRUE(isRefusal(desk.patch("", js("{'accounting':{'datev':{'consultant':'x'}}}")), 400,
                          "field-invalid:accounting.datev.consultant"));
    const Answer unknown = desk.patch("", js("{'accounting':{'datev':{'consultant':'29098','zzz':1}}}"));
    EXPECT_EQ(unknown.header("svc-ignored-fields"), "accounting.datev.zzz");
    EXPECT_FALSE(unknown.json["accounting"]["datev"].contains("zzz"));
    EXPECT_EQ(desk.get(path).code(), "field-required:accounting.datev.client");
    desk.change("", js("{'accounting':{'datev':{'consultant':'17','client':'1'}}}"));
    EXPECT_EQ(desk.get(path).code(), "field-invalid:accounting.datev.consultant");
    desk.change("", js("{'accounting':{'datev':{'consultant':'29098','client':'1'}}}"));
    EXPECT_EQ(desk.get(path).code(), "field-required:accounting.datev.chart");
    EXPECT_EQ(desk.get(path + "&chart=skr04").status, 200);
    desk.change("", js("{'accounting':{'datev':{'consultant':'29098','client':'1','chart':'SKR03'}}}"));
    EXPECT_EQ(desk.get(path).status, 200);
    EXPECT_EQ(desk.get("/reports/exports/ledger.datev.csv?from=2025-06-01&to=2026-01-31").code(),
              "field-invalid:to");
    EXPECT_EQ(desk.get("/reports/exports/ledger.datev.csv?from=2025-06-01&to=2025-06-30&opening=true").code(),
              "field-invalid:from");
}

} // namespace
} // namespace svc::test
