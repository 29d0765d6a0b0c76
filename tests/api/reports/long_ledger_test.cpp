// Books with more lines than a page of an export, in a day and over many days.
#include <algorithm>
#include <sstream>

#include <gtest/gtest.h>
#include <libpq-fe.h>

#include <svc/id.hpp>

#include "api/business/desk.hpp"
#include "host/db/embedded.hpp"

namespace svc::test {
namespace {

constexpr int Days = 9;
constexpr int SalesADay = 700;
constexpr int SalesOfTheLongDay = 11000;

/// Sales of two lines over nine days of 2025, and very many on the fifth; numbered otherwise than by date.
void fill(RunningService& service, const std::string& company) {
    const auto access = host::db::EmbeddedServer::attach(service.dataFolder());
    const std::unique_ptr<PGconn, decltype(&PQfinish)> connection(
        PQconnectdb(access->owner.connectionString.c_str()), &PQfinish);
    const std::string id = decodeId("com", company)->toString();
    const std::string sql =
        "SET svc.company = '" + id +
        "'; CREATE TEMP TABLE made AS SELECT row_number() OVER (ORDER BY md5(day::text || n)) AS number,"
        " gen_random_uuid() AS id, date '2025-03-01' + day AS date FROM generate_series(0, " +
        std::to_string(Days - 1) + ") day, generate_series(1, " + std::to_string(SalesOfTheLongDay) +
        ") n WHERE day = 4 OR n <= " + std::to_string(SalesADay) +
        "; INSERT INTO ledger.entry (company_id, id, fiscal_year, number, line_count, journal, date, label,"
        " document_kind, document_id, document_number, document_date, created_at) SELECT '" +
        id +
        "', id, 2025, number, 2, 'VE', date, 'Sale', 'sale', 'sal_' || number, 'S' || number, date, date"
        " FROM made; INSERT INTO ledger.line (company_id, entry_id, line_number, line_count, role, debit,"
        " credit) SELECT '" +
        id +
        "', id, i, 2, (ARRAY['customer', 'sales_goods'])[i], (2 - i) * number, (i - 1) * number FROM made,"
        " generate_series(1, 2) i; INSERT INTO ledger.entry_number SELECT '" +
        id + "', 2025, count(*) FROM made;";
    const std::unique_ptr<PGresult, decltype(&PQclear)> result(PQexec(connection.get(), sql.c_str()),
                                                               &PQclear);
    ASSERT_EQ(PQresultStatus(result.get()), PGRES_COMMAND_OK) << PQerrorMessage(connection.get());
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

} // namespace
} // namespace svc::test
