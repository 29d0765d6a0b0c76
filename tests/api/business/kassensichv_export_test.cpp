// A day of a German till and its DSFinV-K export, which this test parses and sums independently.
#include <algorithm>

#include <svc/encoding.hpp>

#include "api/business/kassensichv_till.hpp"
#include "api/business/readers/dsfinvk_sums.hpp"

namespace svc::test {
namespace {

class KassensichvExport : public ::testing::Test {
protected:
    ReadExport exported() {
        const std::string today = till.desk().today();
        const Answer answer =
            till.desk().get("/fiscal/de-kassensichv/dsfinvk.zip?from=" + today + "&to=" + today);
        EXPECT_TRUE(hasStatus(answer, 200));
        return readExport(answer.body);
    }
    static std::map<std::string, std::int64_t> casesOf(const ReadExport& read, const std::string& closing) {
        std::map<std::string, std::int64_t> cases;
        for (const CsvLine& line : read.of("businesscases.csv")) {
            if (line.at("Z_NR") == closing) {
                cases[line.at("GV_TYP")] += figure(line, "Z_UMS_BRUTTO") / Cent;
            }
        }
        return cases;
    }

    GermanTill till{serviceWithSoftwareTse(),
                    js("{'taxNumber':'12/345/67890','brand':'SVC','model':'Tresen'}")};
};

TEST_F(KassensichvExport, ADayAtTheTillAddsUp) {
    till.enable();
    Desk& desk = till.desk();
    const Json session = till.openSession("100");
    const Json coffee = till.sell("11.90");
    till.sell("1071.07", "7", "card");
    ASSERT_TRUE(
        hasStatus(desk.post("/sales/" + coffee.textOr("id") + "/refund", js("{'amount':5.95}")), 201));
    const Json partner = desk.make(
        "/partners", js("{'name':'Hotel \\'Zur Post\\'','country':'DE','vatNumber':'DE123456789'}"));
    const Json invoice =
        desk.make("/sales", js("{'partnerId':'$1','lines':[{'label':'Torte','quantity':2,'unitPrice':50,"
                               "'taxRate':7}],'pricesIncludeTax':true,"
                               "'payments':[{'walletId':'$2','amount':30,'method':'cash'}]}",
                               {partner.textOr("id"), till.wallet()}));
    desk.make("/sales/" + invoice.textOr("id") + "/payments",
              js("{'walletId':'$1','amount':20,'method':'cash'}", {till.wallet()}));
    const Json onCredit = desk.make("/sales", js("{'partnerId':'$1','lines':[{'label':'Fest','quantity':1,"
                                                 "'unitPrice':200,'taxRate':19}],'pricesIncludeTax':true}",
                                                 {partner.textOr("id")}));
    desk.make("/sales/" + onCredit.textOr("id") + "/payments",
              js("{'walletId':'$1','amount':200,'method':'cash'}", {till.wallet()}));
    const Json contribution =
        desk.make("/transactions", js("{'walletId':'$1','direction':'in','amount':40,"
                                      "'category':'owner_contribution','label':'Wechselgeld'}",
                                      {till.wallet()}));
    const Json mistake =
        desk.make("/transactions", js("{'walletId':'$1','direction':'out','amount':7}", {till.wallet()}));
    ASSERT_TRUE(hasStatus(
        desk.post("/transactions/" + mistake.textOr("id") + "/void", js("{'reason':'Typo'}")), 200));
    desk.make("/expenses",
              js("{'label':'Papier','amount':3.50,'walletId':'$1','category':'supplies'}", {till.wallet()}));
    // 100 + 11.90 - 5.95 + 30 + 20 + 200 + 40 - 3.50, minus one missing cent.
    const Json closed =
        till.closeSession(session, "{'countedAmount':392.44,'depositToWalletId':'$1','leaveAmount':92.44}");
    EXPECT_EQ(closed["difference"].integer(), -1);
    till.untilClosed(1);
    till.untilAllAnswered();

    const ReadExport read = exported();
    checkSums(read);
    checkReceipts(read);
    ASSERT_EQ(read.of("cashpointclosing.csv").size(), 1U);
    const CsvLine& closing = read.of("cashpointclosing.csv")[0];
    EXPECT_EQ(figure(closing, "Z_SE_BARZAHLUNGEN") / Cent, 9244) << "what is left in the till";
    EXPECT_EQ(closing.at("STNR"), "12/345/67890");
    EXPECT_EQ(closing.at("TAXONOMIE_VERSION"), "2.1");
    EXPECT_EQ(closing.at("LAND"), "DEU");
    EXPECT_EQ(read.of("location.csv")[0].at("LOC_LAND"), "DEU");
    const std::map<std::string, std::int64_t> expected = {{"Anfangsbestand", 10000},
                                                          {"Umsatz", 1190 + 107107 - 595 + 10000},
                                                          {"Forderungsentstehung", -7000},
                                                          {"Forderungsaufloesung", 2000 + 20000},
                                                          {"Privateinlage", 4000},
                                                          {"Auszahlung", -350 - 700},
                                                          {"Einzahlung", 700},
                                                          {"DifferenzSollIst", -1},
                                                          {"Geldtransit", -30000}};
    EXPECT_EQ(casesOf(read, "1"), expected);
    EXPECT_NE(read.files.at("lines.csv").find("\"Kaffee; \"\"gross\"\"\""), std::string::npos);
    const auto& heads = read.of("transactions.csv");
    const auto named = std::find_if(heads.begin(), heads.end(),
                                    [](const CsvLine& head) { return !head.at("KUNDE_NAME").empty(); });
    ASSERT_NE(named, heads.end());
    EXPECT_EQ(named->at("KUNDE_NAME"), "Hotel \"Zur Post\"");
    EXPECT_EQ(named->at("KUNDE_USTID"), "DE123456789");
    EXPECT_EQ(named->at("KUNDE_LAND"), "DEU");
    ASSERT_FALSE(read.of("references.csv").empty());
    EXPECT_EQ(read.of("references.csv")[0].at("REF_Z_NR"), "1");
    ASSERT_EQ(read.of("tse.csv").size(), 1U);
    EXPECT_EQ(read.of("tse.csv")[0].at("TSE_PD_ENCODING"), "UTF-8");
    EXPECT_EQ(read.of("cashregister.csv")[0].at("KASSE_MODELL"), "Tresen");
    expectInvariants(serviceWithSoftwareTse());
}

TEST_F(KassensichvExport, ASecondSessionIsASecondClosing) {
    till.enable();
    till.closeSession((till.sell("5"), till.openSession("5")), "{'countedAmount':5}");
    till.untilClosed(1);
    const Json second = till.openSession("5");
    till.sell("2.50", "7");
    till.closeSession(second, "{'countedAmount':7.50}");
    till.untilClosed(2);
    till.untilAllAnswered();
    const ReadExport read = exported();
    checkSums(read);
    ASSERT_EQ(read.of("cashpointclosing.csv").size(), 3U) << "what was sold before the till was opened, too";
    EXPECT_EQ(figure(read.of("cashpointclosing.csv")[2], "Z_SE_BARZAHLUNGEN") / Cent, 750);
    std::int64_t before = 0;
    for (const CsvLine& head : read.of("transactions.csv")) {
        EXPECT_EQ(std::stoll(head.at("BON_NR")), ++before) << "no gap";
    }
}

TEST_F(KassensichvExport, TrainingCountsInNoClosing) {
    till.enable("test");
    const Json session = till.openSession("0");
    till.sell("9.99");
    till.closeSession(session, "{'countedAmount':9.99}");
    till.untilClosed(1);
    till.untilAllAnswered();
    const ReadExport read = exported();
    checkSums(read);
    ASSERT_EQ(read.of("transactions.csv").size(), 1U);
    EXPECT_EQ(read.of("transactions.csv")[0].at("BON_TYP"), "AVTraining");
    EXPECT_EQ(figure(read.of("cashpointclosing.csv")[0], "Z_SE_ZAHLUNGEN"), 0);
    EXPECT_TRUE(read.of("businesscases.csv").empty());
}

TEST_F(KassensichvExport, DaysAreClosedWhereNobodyClosesTheTill) {
    till.enable();
    const std::string day = till.desk().today();
    till.sell("3");
    till.advance("P1DT2H");
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    const auto closings = [&] {
        return till.sql("SELECT date FROM de_kassensichv.closing WHERE company_id = $c");
    };
    while (closings().empty() && std::chrono::steady_clock::now() < end) {
        till.advance("PT1M");
    }
    EXPECT_EQ(closings(), std::vector<std::string>{day});
}

TEST_F(KassensichvExport, AnEmptyPeriodHasEachFile) {
    till.enable();
    const ReadExport read = exported();
    for (const auto& [file, lines] : read.tables) {
        EXPECT_TRUE(lines.empty()) << file;
    }
    EXPECT_TRUE(isRefusal(till.desk().get("/fiscal/de-kassensichv/dsfinvk.zip"), 400, "period-required"));
}

} // namespace
} // namespace svc::test
