// Ledgers with more lines than a page of an export, on one day and over many days.
#include <algorithm>
#include <sstream>

#include <gtest/gtest.h>

#include <svc/id.hpp>

#include "api/business/desk.hpp"
#include "api/reports/owner.hpp"
#include "api/reports/unzipped.hpp"

namespace svc::test {
namespace {

constexpr int Days = 9;
constexpr int SalesADay = 700;
constexpr int SalesOfTheLongDay = 11000;

/// Sales of two lines over nine days of 2025, with very many on the fifth; their numbers do not follow the
/// dates. The statistics of the tables are older than they: the planner expects no entry of the company.
void fill(RunningService& service, const std::string& company) {
    constexpr int Sales = SalesOfTheLongDay + (Days - 1) * SalesADay;
    constexpr int Part = 1000;
    const std::string id = decodeId("com", company)->toString();
    Owner owner(service, company);
    owner.run("ANALYZE ledger.entry, ledger.line");
    owner.run("CREATE TEMP TABLE made AS SELECT row_number() OVER (ORDER BY md5(day::text || n)) AS number,"
              " gen_random_uuid() AS id, date '2025-03-01' + day AS date FROM generate_series(0, " +
              std::to_string(Days - 1) + ") day, generate_series(1, " + std::to_string(SalesOfTheLongDay) +
              ") n WHERE day = 4 OR n <= " + std::to_string(SalesADay));
    for (int first = 0; first < Sales; first += Part) {
        owner.run(
            "WITH part AS (SELECT * FROM made WHERE number > " + std::to_string(first) +
            " AND number <= " + std::to_string(first + Part) +
            "), entries AS (INSERT INTO ledger.entry (company_id, id, fiscal_year, number, line_count, "
            "journal, date, label,"
            " document_kind, document_id, document_number, document_date, created_at) SELECT '" +
            id +
            "', id, 2025, number, 2, 'VE', date, 'Sale', 'sale', 'sal_' || number, 'S' || number, date, date"
            " FROM part) INSERT INTO ledger.line (company_id, entry_id, line_number, line_count, role, debit,"
            " credit) SELECT '" +
            id +
            "', id, i, 2, (ARRAY['customer', 'sales_goods'])[i], (2 - i) * number, (i - 1) * number FROM "
            "part, generate_series(1, 2) i");
    }
    owner.run("INSERT INTO ledger.entry_number SELECT '" + id + "', 2025, count(*) FROM made");
}

TEST(LongLedger, HasEveryLineOfAnAccountOnceInTheOrderOfDatesAndNumbers) {
    Desk desk(sharedService(), "Longue", "SN");
    fill(desk.service(), desk.value("companyId"));
    const Answer answer = desk.get("/reports/ohada/ledger.csv?from=2025-01-01&to=2025-12-31");
    ASSERT_EQ(answer.status, 200) << answer.body;
    std::map<std::string, std::vector<std::string>> places;
    std::map<std::string, std::int64_t> balances;
    std::istringstream lines(answer.body);
    std::string line;
    std::getline(lines, line);
    while (std::getline(lines, line)) {
        std::vector<std::string> fields;
        std::istringstream parts(line);
        for (std::string part; std::getline(parts, part, ';');) {
            fields.push_back(part);
        }
        ASSERT_EQ(fields.size(), 12U) << line;
        places[fields[0]].push_back(fields[2] + ' ' + fields[4]);
        balances[fields[0]] += std::stoll(fields[8]) - std::stoll(fields[9]);
        ASSERT_EQ(balances[fields[0]], std::stoll(fields[10]) - std::stoll(fields[11])) << line;
    }
    constexpr std::size_t Sales = SalesOfTheLongDay + (Days - 1) * SalesADay;
    ASSERT_EQ(places.size(), 2U);
    for (const auto& [account, found] : places) {
        EXPECT_EQ(found.size(), Sales) << account;
        EXPECT_TRUE(std::is_sorted(found.begin(), found.end())) << account;
        EXPECT_TRUE(std::adjacent_find(found.begin(), found.end()) == found.end()) << account;
    }
    expectInvariants(sharedService());
}

/// The postings of a DATEV file, which follow its header and its column headings.
std::vector<std::string> postingsOf(const std::string& file) {
    std::vector<std::string> lines;
    std::istringstream text(file);
    for (std::string line; std::getline(text, line);) {
        lines.push_back(line);
    }
    EXPECT_GT(lines.size(), 2U);
    EXPECT_EQ(lines.front().rfind("\"EXTF\";700;21;", 0), 0U) << lines.front();
    lines.erase(lines.begin(), lines.begin() + 2);
    return lines;
}

TEST(LongDatevFile, IsRefusedAloneAndGoesOnInAnotherOneInTheArchive) {
    constexpr int Sales = 7;
    ServiceOptions options;
    options.settings["de-accounting"] = "{ mostPostings: 3 }";
    RunningService service(options);
    Desk desk(service, "Lang", "DE");
    desk.change("", js("{'accounting':{'datev':{'consultant':'29098','client':'1','chart':'SKR03'}}}"));
    const std::string year = std::to_string(std::stoi(desk.today().substr(0, 4)) - 1);
    const std::string customer = desk.make("/partners", js("{'name':'Kunde'}")).textOr("id");
    for (int i = 1; i <= Sales; ++i) {
        desk.make("/sales", js("{'partnerId':'" + customer + "','date':'" + year + "-03-0" +
                               std::to_string(i) + "','lines':[{'label':'Ware','quantity':1,'unitPrice':" +
                               std::to_string(10 * i) + ",'taxCategory':'G'}]}"));
    }
    const std::string route = "/reports/exports/ledger.datev.csv?from=" + year;
    const Answer refused = desk.get(route + "-01-01&to=" + year + "-12-31");
    EXPECT_EQ(refused.status, 400);
    EXPECT_EQ(refused.code(), "export-too-long:3");
    // A period within the limit is exported; one posting more is too many.
    const Answer three = desk.get(route + "-03-01&to=" + year + "-03-03");
    ASSERT_EQ(three.status, 200) << three.body.substr(0, 300);
    EXPECT_EQ(postingsOf(three.body).size(), 3U);
    EXPECT_EQ(desk.get(route + "-03-01&to=" + year + "-03-04").code(), "export-too-long:3");

    const auto files = checkedArchive(
        desk.get("/reports/exports/archive.zip?from=" + year + "-01-01&to=" + year + "-12-31").body);
    const std::string name = "EXTF_Buchungsstapel_" + year + "-01-01_" + year + "-12-31";
    std::vector<std::string> postings;
    for (const auto& [number, expected] :
         std::vector<std::pair<std::string, std::size_t>>{{"", 3}, {"_2", 3}, {"_3", 1}}) {
        const auto file = files.find(name + number + ".csv");
        ASSERT_NE(file, files.end()) << number;
        const auto found = postingsOf(file->second);
        EXPECT_EQ(found.size(), expected) << number;
        postings.insert(postings.end(), found.begin(), found.end());
    }
    EXPECT_EQ(files.count(name + "_4.csv"), 0U);
    // They are in order, complete and without duplicates.
    ASSERT_EQ(postings.size(), static_cast<std::size_t>(Sales));
    for (int i = 1; i <= Sales; ++i) {
        EXPECT_EQ(postings[static_cast<std::size_t>(i - 1)].rfind(std::to_string(10 * i) + ",00;", 0), 0U)
            << postings[static_cast<std::size_t>(i - 1)];
    }
}

} // namespace
} // namespace svc::test
