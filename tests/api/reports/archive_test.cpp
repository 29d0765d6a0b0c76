// The archive of a period for an auditor.
#include <gtest/gtest.h>

#include "api/business/desk.hpp"
#include "api/reports/unzipped.hpp"

namespace svc::test {
namespace {

std::string year(Desk& desk) {
    return desk.today().substr(0, 4);
}
std::string days(Desk& desk) {
    return "from=" + year(desk) + "-01-01&to=" + year(desk) + "-12-31";
}

TEST(Archive, HoldsEachExportAsItsRouteGivesItAndADigestOfEach) {
    Desk desk(sharedService());
    desk.make("/sales",
              js("{'paidInFull':true,'lines':[{'label':'Thé','quantity':3,'unitPrice':4,'taxRate':5.5}]}"));
    const Answer answer = desk.get("/reports/exports/archive.zip?" + days(desk));
    ASSERT_EQ(answer.status, 200) << answer.body;
    EXPECT_EQ(answer.header("content-type"), "application/zip");
    const std::string period = year(desk) + "-01-01-" + year(desk) + "-12-31";
    EXPECT_EQ(answer.header("content-disposition"), "attachment; filename=\"archive-" + period + ".zip\"");
    const auto files = checkedArchive(answer.body);
    ASSERT_EQ(files.size(), 5U);
    const auto expectSame = [&](const std::string& name, const std::string& route) {
        const Answer exported = desk.get(route);
        ASSERT_EQ(exported.status, 200) << exported.body;
        EXPECT_NE(exported.header("content-disposition").find('"' + name + '"'), std::string::npos)
            << exported.header("content-disposition");
        ASSERT_EQ(files.count(name), 1U) << name;
        EXPECT_TRUE(files.at(name) == exported.body) << name << " is not what " << route << " gives";
    };
    expectSame("ledger-pcg-" + period + ".csv", "/reports/exports/ledger?" + days(desk));
    expectSame("303265045FEC" + year(desk) + "1231.txt", "/reports/exports/ledger.fec?" + days(desk));
    expectSame("grand-livre-" + period + ".csv", "/reports/ohada/ledger.csv?" + days(desk));
    expectSame("balance-" + period + ".csv",
               "/reports/ohada/balance.csv?period=" + year(desk) + "-01-01.." + year(desk) + "-12-31");
    EXPECT_EQ(files.count("trial-balance-pcg-" + period + ".csv"), 1U);
}

TEST(Archive, TellsInItsManifestWhatItIsAndWhatIsLeftOut) {
    Desk desk(sharedService(), "Prüfung", "AT");
    const auto manifest = [&](const std::string& more = {}) {
        return Json::parse(
            unzipped(desk.get("/reports/exports/archive.zip?" + days(desk) + more).body).back().second);
    };
    const Json empty = manifest("&chart=skr03");
    EXPECT_TRUE(empty["booksAt"].isNull());
    EXPECT_EQ(empty["chart"].text(), "SKR03");
    EXPECT_EQ(empty["companyId"].text(), desk.value("companyId"));
    EXPECT_EQ(empty["currency"].text(), "EUR");
    EXPECT_EQ(empty["period"]["from"].text(), year(desk) + "-01-01");
    EXPECT_EQ(empty["period"]["to"].text(), year(desk) + "-12-31");
    EXPECT_TRUE(same(
        empty["leftOut"],
        js("[{'files':'de','reason':'The export of this period is refused with "
           "field-required:accounting.datev.consultant.'},{'files':'fr','reason':'The export of this period "
           "is refused with field-required:accounting.siren.'}]")));
    desk.change("", js("{'accounting':{'siren':'123456782','datev':{'consultant':'29098','client':'1',"
                       "'chart':'SKR04'}}}"));
    desk.make("/sales", js("{'lines':[{'label':'Work','quantity':1,'unitPrice':100}]}"));
    const Json whole = manifest();
    EXPECT_EQ(whole["leftOut"].size(), 0U);
    EXPECT_FALSE(whole["booksAt"].isNull());
    const auto files = checkedArchive(desk.get("/reports/exports/archive.zip?" + days(desk)).body);
    const std::string name = "EXTF_Buchungsstapel_" + year(desk) + "-01-01_" + year(desk) + "-12-31.csv";
    ASSERT_EQ(files.count(name), 1U);
    EXPECT_TRUE(files.at(name) == desk.get("/reports/exports/ledger.datev.csv?" + days(desk)).body);
    // Two fiscal years do not fit into one DATEV file; the rest of the archive is there all the same.
    const std::string before = std::to_string(std::stoi(year(desk)) - 1);
    const Json two = Json::parse(unzipped(desk.get("/reports/exports/archive.zip?from=" + before +
                                                   "-12-01&to=" + year(desk) + "-11-30")
                                              .body)
                                     .back()
                                     .second);
    EXPECT_TRUE(same(two["leftOut"], js("[{'files':'de','reason':'The export of this period is refused with "
                                        "field-invalid:to.'}]")));
}

TEST(Archive, AsksForItsPeriodAndChart) {
    Desk desk(sharedService());
    const std::string path = "/reports/exports/archive.zip";
    EXPECT_EQ(desk.get(path).code(), "period-required");
    EXPECT_EQ(desk.get(path + "?from=2026-01-01").code(), "period-required");
    EXPECT_EQ(desk.get(path + "?from=2024-01-01&to=2026-01-01").code(), "period-too-long:366");
    EXPECT_EQ(desk.get(path + "?from=2026-02-01&to=2026-01-01").code(), "field-invalid:to");
    EXPECT_EQ(desk.get(path + "?" + days(desk) + "&chart=NONE").code(), "chart-unknown:NONE");
}

} // namespace
} // namespace svc::test
