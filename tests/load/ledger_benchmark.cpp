// Exports of a year with many entries compared with PostgreSQL's COPY of the same rows:
//   svc_ledger_benchmark [entries] [part of a path]
// Goals: at least half the speed of COPY, memory that does not grow. CPU times stay comparable when the
// machine has other work.
#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <memory>
#include <stdexcept>
#include <vector>

#include <Poco/Net/HTTPClientSession.h>
#include <Poco/Net/HTTPRequest.h>
#include <Poco/Net/HTTPResponse.h>
#include <libpq-fe.h>

#include <svc/id.hpp>

#include "cpu_time.hpp"
#include "host/db/embedded.hpp"
#include "support/running_service.hpp"

namespace svc::load {
namespace {

using Clock = std::chrono::steady_clock;
using Connection = std::unique_ptr<PGconn, decltype(&PQfinish)>;

Connection connectTo(const test::RunningService& service) {
    const auto access = host::db::EmbeddedServer::attach(service.dataFolder());
    Connection connection(PQconnectdb(access->owner.connectionString.c_str()), &PQfinish);
    if (PQstatus(connection.get()) != CONNECTION_OK) {
        throw std::runtime_error(PQerrorMessage(connection.get()));
    }
    return connection;
}

void run(PGconn* connection, const std::string& sql) {
    const std::unique_ptr<PGresult, decltype(&PQclear)> result(PQexec(connection, sql.c_str()), &PQclear);
    const auto status = PQresultStatus(result.get());
    if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK) {
        throw std::runtime_error(PQerrorMessage(connection));
    }
}

/// Alternating sales of three lines and payments, spread over the days of a year. Identifiers sort by time,
/// like those of the service.
std::string fillingOf(const std::string& company, int entries) {
    return "SET svc.company = '" + company +
           "';"
           "CREATE TEMP TABLE made AS SELECT n, ('0194' || lpad(to_hex(n), 8, '0') || '7' || "
           "left(md5(n::text),"
           " 3) || '8' || right(md5(n::text), 15))::uuid AS id, n % 2 = 1 AS sold, (n + 1) / 2 AS sale,"
           " date '2025-01-01' + (n::bigint * 364 / " +
           std::to_string(entries) +
           ")::int AS day,"
           " md5(((n + 1) / 2 % 5000)::text)::uuid AS partner FROM generate_series(1, " +
           std::to_string(entries) +
           ") n;"
           "WITH entries AS (INSERT INTO ledger.entry (company_id, id, fiscal_year, number, line_count, "
           "journal, date, label,"
           " document_kind, document_id, document_number, document_date, created_at)"
           " SELECT '" +
           company +
           "', id, 2025, n, CASE WHEN sold THEN 3 ELSE 2 END, CASE WHEN sold THEN 'VE' ELSE"
           " 'BQ' END, day, 'INV-2025-' || sale, 'sale', 'sal_' || sale, 'INV-2025-' || sale, day, day FROM "
           "made) "
           "INSERT INTO ledger.line (company_id, entry_id, line_number, line_count, role, debit, credit, "
           "partner_id,"
           " tax_category, tax_rate, label)"
           " SELECT '" +
           company +
           "', id, i, CASE WHEN sold THEN 3 ELSE 2 END,"
           " CASE WHEN sold THEN (ARRAY['customer','sales_goods','vat_collected_goods'])[i]"
           " ELSE (ARRAY['bank','customer'])[i] END,"
           " CASE WHEN i = 1 THEN 11900 ELSE 0 END,"
           " CASE WHEN i = 1 THEN 0 WHEN NOT sold THEN 11900 WHEN i = 2 THEN 10000 ELSE 1900 END,"
           " CASE WHEN sold = (i = 1) AND i < 3 THEN partner END, CASE WHEN sold AND i > 1 THEN 'S' END,"
           " CASE WHEN sold AND i > 1 THEN 19 END, 'INV-2025-' || sale || ' Customer'"
           " FROM made, generate_series(1, 3) i WHERE sold OR i < 3;"
           "INSERT INTO ledger.entry_number VALUES ('" +
           company + "', 2025, " + std::to_string(entries) +
           ");"
           "INSERT INTO ledger.partner_account SELECT '" +
           company +
           "', 'customer', partner, row_number() OVER ()"
           " FROM (SELECT DISTINCT partner FROM made) p;"
           "INSERT INTO ledger.partner_name SELECT '" +
           company +
           "', partner, '2025-01-01', 'Customer ' ||"
           " left(partner::text, 8) FROM (SELECT DISTINCT partner FROM made) p;"
           "ANALYZE ledger.entry; ANALYZE ledger.line;";
}

// Lettering of settled receivables and payables: code and date of the FEC.
constexpr const char* Lettering =
    " LEFT JOIN (SELECT role, partner_id, open_item, min(number) AS first, max(date) AS last FROM"
    " ledger.v1_claims GROUP BY 1, 2, 3 HAVING sum(debit - credit) = 0) c ON l.role IN ('customer', "
    "'supplier')"
    " AND c.role = l.role AND c.partner_id = l.partner_id AND c.open_item = coalesce(l.open_item, "
    "e.document_id)";

/// Bytes of a COPY of the columns that exports read: PostgreSQL alone, in one statement, with unlimited
/// memory.
std::size_t copied(PGconn* connection, bool lettering) {
    const std::string sql =
        std::string("COPY (SELECT e.id, e.fiscal_year, e.number, e.journal, e.date, e.created_at,"
                    " e.document_kind, e.document_id, e.document_number, e.document_date, e.business_unit_id,"
                    " l.role, l.debit, l.credit, l.partner_id, l.tax_category, l.tax_rate, l.foreign_amount,"
                    " l.foreign_currency, l.exchange_rate, l.label, l.accounts") +
        (lettering ? ", c.first, c.last" : "") +
        " FROM ledger.entry e JOIN ledger.line l ON l.company_id = e.company_id AND l.entry_id = e.id" +
        (lettering ? Lettering : "") + " ORDER BY e.fiscal_year, e.number, l.line_number) TO STDOUT";
    const std::unique_ptr<PGresult, decltype(&PQclear)> result(PQexec(connection, sql.c_str()), &PQclear);
    std::size_t bytes = 0;
    char* buffer = nullptr;
    for (int size = PQgetCopyData(connection, &buffer, 0); size > 0;
         size = PQgetCopyData(connection, &buffer, 0)) {
        bytes += static_cast<std::size_t>(size);
        PQfreemem(buffer);
    }
    PQclear(PQgetResult(connection));
    return bytes;
}

/// Bytes of an answer, without limits on size and time.
std::size_t downloaded(const test::RunningService& service, const std::string& path) {
    Poco::Net::HTTPClientSession session("127.0.0.1", service.port());
    session.setTimeout(Poco::Timespan(3600, 0));
    Poco::Net::HTTPRequest request("GET", service.company(path), "HTTP/1.1");
    request.set("Authorization", "Bearer " + service.firstRun().textOr("liveKey"));
    session.sendRequest(request);
    Poco::Net::HTTPResponse response;
    std::istream& body = session.receiveResponse(response);
    std::vector<char> buffer(1024 * 1024);
    std::size_t bytes = 0;
    while (body.read(buffer.data(), static_cast<std::streamsize>(buffer.size())) || body.gcount() > 0) {
        bytes += static_cast<std::size_t>(body.gcount());
    }
    if (response.getStatus() != Poco::Net::HTTPResponse::HTTP_OK) {
        throw std::runtime_error(path + " answers " +
                                 std::string(buffer.data(), std::min<std::size_t>(bytes, 300)));
    }
    return bytes;
}

/// Resident memory of the service in MiB; with `VmHWM` its peak.
long memoryOf(pid_t pid, const std::string& field) {
    std::ifstream status("/proc/" + std::to_string(pid) + "/status");
    for (std::string word; status >> word;) {
        if (word == field + ':') {
            long kilobytes = 0;
            status >> kilobytes;
            return kilobytes / 1024;
        }
    }
    return 0;
}

/// Elapsed time and CPU time.
struct Spent {
    std::size_t bytes = 0;
    double seconds = 0;
    double host = 0;
    double postgres = 0;

    double processor() const { return host + postgres; }
};

std::ostream& operator<<(std::ostream& out, const Spent& spent) {
    return out << spent.bytes / 1048576 << " MiB, " << spent.seconds << " s (processor: service "
               << spent.host << ", PostgreSQL " << spent.postgres << ')';
}

template <typename Work>
Spent spentOn(const test::RunningService& service, const DatabaseCpu& database, Work work) {
    constexpr double Million = 1e6;
    const long host = cpuMicros(service.pid());
    const long postgres = database.micros();
    const auto start = Clock::now();
    Spent spent;
    spent.bytes = work();
    spent.seconds = std::chrono::duration<double>(Clock::now() - start).count();
    spent.host = static_cast<double>(cpuMicros(service.pid()) - host) / Million;
    spent.postgres = static_cast<double>(database.micros() - postgres) / Million;
    return spent;
}

void measure(int entries, const std::string& part) {
    test::ServiceOptions options;
    options.validate = false;
    options.plugins = {"partners", "ledger", "fr-accounting", "de-accounting", "ohada-accounting"};
    test::RunningService service(options);
    const std::string company = service.firstRun().textOr("companyId");
    test::HttpClient client = service.live();
    client.patch(service.company(),
                 Json::parse(R"({"accounting":{"siren":"123456782","datev":{"consultant":"29098",)"
                             R"("client":"1","chart":"SKR03"}}})"));
    const Connection connection = connectTo(service);
    run(connection.get(), fillingOf(decodeId("com", company)->toString(), entries));
    std::cout << std::fixed << std::setprecision(2);
    const DatabaseCpu database(service.dataFolder());
    for (int round = 0; round < 2; ++round) {
        const Spent copy = spentOn(service, database, [&] { return copied(connection.get(), false); });
        const Spent lettered = spentOn(service, database, [&] { return copied(connection.get(), true); });
        std::cout << "COPY " << entries << " entries: " << copy << "; with lettering: " << lettered
                  << std::endl;
        const std::string days = "from=2025-01-01&to=2025-12-31";
        for (const std::string& path :
             {"/reports/exports/ledger?" + days, "/reports/exports/ledger.fec?" + days,
              std::string("/reports/exports/ledger.datev.csv?from=2025-01-01&to=2025-01-31"),
              "/reports/ohada/ledger.csv?" + days, "/reports/exports/archive.zip?" + days}) {
            if (path.find(part) == std::string::npos) {
                continue;
            }
            const long before = memoryOf(service.pid(), "VmRSS");
            const Spent spent = spentOn(service, database, [&] { return downloaded(service, path); });
            const Spent& same = path.find(".fec") == std::string::npos ? copy : lettered;
            std::cout << path << ": " << spent << "; COPY / export " << copy.seconds / spent.seconds
                      << " (of the same columns " << same.seconds / spent.seconds << "), of processor time "
                      << same.processor() / spent.processor() << "; memory " << before << " to "
                      << memoryOf(service.pid(), "VmHWM") << " MiB" << std::endl;
        }
    }
}

} // namespace
} // namespace svc::load

int main(int count, char** words) {
    try {
        svc::load::measure(count > 1 ? std::atoi(words[1]) : 100000, count > 2 ? words[2] : "");
        return 0;
    } catch (const std::exception& error) {
        std::cerr << error.what() << '\n';
        return 1;
    }
}
