// Lists over HTTP at two sizes of a company: svc_lists_benchmark [small] [large] [part of a path].
// Fills a service of its own with the files of tests/load/lists, counts the rows with the plugins' own
// migrations, and prints the best time of each list and filter at both sizes with their ratio. Never fails on
// time.

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <vector>

#include <libpq-fe.h>

#include <svc/id.hpp>

#include "host/db/embedded.hpp"
#include "support/running_service.hpp"
#include "wire_client.hpp"

namespace svc::load {
namespace {

using Clock = std::chrono::steady_clock;

constexpr unsigned Rounds = 25;
constexpr unsigned KeysPerCompany = 30;

struct Company {
    std::string id;
    std::vector<std::string> keys;
    std::string unit;
    std::size_t turn = 0;

    const std::string& key() { return keys[turn++ % keys.size()]; }
};

std::string uuidOf(const std::string& id) {
    return decodeId(id.substr(0, 3), id)->toString();
}

std::string contentOf(const std::string& file) {
    std::ifstream stream(file);
    if (!stream) {
        throw std::runtime_error("cannot read " + file);
    }
    return {std::istreambuf_iterator<char>(stream), {}};
}

std::string replaced(std::string text, const std::string& name, const std::string& value) {
    for (std::size_t at = text.find(name); at != std::string::npos; at = text.find(name, at + value.size())) {
        text.replace(at, name.size(), value);
    }
    return text;
}

class Filler {
public:
    explicit Filler(const std::string& database) : connection_(PQconnectdb(database.c_str()), &PQfinish) {}

    void run(const std::string& sql) {
        const std::unique_ptr<PGresult, decltype(&PQclear)> result(PQexec(connection_.get(), sql.c_str()),
                                                                   &PQclear);
        const ExecStatusType status = PQresultStatus(result.get());
        if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK) {
            throw std::runtime_error(PQerrorMessage(connection_.get()));
        }
    }

    void fill(const Company& company, std::size_t rows) {
        run("SET svc.company = '" + uuidOf(company.id) + "'");
        for (const char* name : {"partners", "stock", "treasury", "purchases", "sales", "timesheets"}) {
            std::string sql = contentOf(SVC_LISTS + std::string("/") + name + ".sql");
            sql = replaced(std::move(sql), "{company}", uuidOf(company.id));
            sql = replaced(std::move(sql), "{unit}", uuidOf(company.unit));
            run(replaced(std::move(sql), "{rows}", std::to_string(rows)));
        }
        // What counts the rows that are there, as an upgrade does.
        for (const char* name :
             {"partners/migrations/0003_list_tally_rows", "stock/migrations/0012_item_lists_rows",
              "stock/migrations/0014_list_tally_rows", "treasury/migrations/0003_movement_days",
              "treasury/migrations/0005_lists_rows", "purchases/migrations/0003_list_tally_rows",
              "purchases/migrations/0004_due_tally", "sales/migrations/0008_tally_of_sales",
              "sales/migrations/0010_tally_months_of_sales", "sales/migrations/0012_list_term_rows",
              "sales/migrations/0015_due_tally_rows"}) {
            run(contentOf(SVC_PLUGINS + std::string("/") + name + ".sql"));
        }
    }

private:
    std::unique_ptr<PGconn, decltype(&PQfinish)> connection_;
};

Company prepare(const test::RunningService& service, const std::string& name, const char* country) {
    const Json made = service.createCompany(name, country);
    Company company;
    company.id = made.textOr("companyId");
    test::HttpClient session = service.anonymous();
    const test::Answer login = session.post(
        "/auth/login", Json::object({{"email", made["ownerEmail"]}, {"password", made["ownerPassword"]}}));
    session.setCredential(login.json.textOr("token"));
    const std::string base = "/companies/" + company.id;
    const Json scopes = Json::array(
        {"sales:view", "purchases:view", "inventory:view", "partners:view", "wallets:view", "time:view"});
    for (unsigned i = 0; i < KeysPerCompany; ++i) {
        const test::Answer key = session.post(
            base + "/api-keys", Json::object({{"name", "lists"}, {"mode", "live"}, {"scopes", scopes}}));
        if (key.status != 201) {
            throw std::runtime_error("no key: " + key.body);
        }
        company.keys.push_back(key.json.textOr("key"));
    }
    company.unit = session.get(base + "/business-units").json.items().front().textOr("id");
    return company;
}

/// Paths of lists; `{...}` are identifiers that the files of tests/load/lists make.
std::vector<std::string> paths() {
    const auto fixed = [](const char* prefix, const char* digit) {
        return encodeId(prefix,
                        Uuid::parse("00000000-0000-7000-8000-00000000000" + std::string(digit)).value());
    };
    const std::string partner = encodeId("par", Uuid::parse("00000000-0000-0000-0000-000000000005").value());
    const std::string everywhere = fixed("loc", "1");
    const std::string seldom = fixed("loc", "3");
    const std::string wallet = fixed("wal", "2");
    return {
        "/sales",
        "/sales?page=3&size=50",
        "/sales?from=2026-11-01&to=2026-11-20",
        "/sales?sort=total",
        "/sales?sort=number",
        "/sales?paymentStatus=unpaid",
        "/sales?paymentStatus=paid",
        "/sales?paymentStatus=paid,unpaid",
        "/sales?status=cancelled",
        "/sales?channel=online",
        "/sales?deliveryStatus=pending",
        "/sales?businessUnitId={unit}",
        "/sales?partnerId=" + partner,
        "/sales?externalId=shop-0000077",
        "/sales?overdue=true",
        "/sales?q=INV-0000077",
        "/sales?q=partner%200000005",
        "/sales?q=shop-0000077",
        "/sales?q=nowhere",
        "/quotes",
        "/quotes?status=open",
        "/quotes?partnerId=" + partner,
        "/quotes?q=quo-0000077",
        "/purchases",
        "/purchases?page=1&size=50",
        "/purchases?paymentStatus=unpaid",
        "/purchases?receiptStatus=pending",
        "/purchases?status=cancelled",
        "/purchases?businessUnitId={unit}",
        "/purchases?partnerId=" + partner,
        "/purchases?supplierReference=BN-0000077",
        "/purchases?overdue=true",
        "/purchases?q=BN-0000077",
        "/purchases?q=nowhere",
        "/expenses",
        "/expenses?category=category%203",
        "/expenses?walletId=" + wallet,
        "/expenses?partnerId=" + partner,
        "/expenses?q=R-0000077",
        "/items",
        "/items?category=category%203",
        "/items?service=true",
        "/items?archived=true",
        "/items?low=true",
        "/items?sku=SKU-0000077",
        "/items?q=sku-0000077",
        "/items?sort=price",
        "/stock",
        "/stock?locationId=" + everywhere,
        "/stock?locationId=" + seldom,
        "/stock?businessUnitId={unit}",
        "/stock?low=true",
        "/stock?q=0000078",
        "/stock/movements",
        "/stock/movements?reason=loss",
        "/stock/movements?locationId=" + everywhere,
        "/stock/movements?from=2026-11-20&to=2026-11-20",
        "/stock/transfers",
        "/stock/transfers?locationId=" + everywhere,
        "/stock/counts",
        "/stock/counts?status=draft",
        "/stock/counts?locationId=" + everywhere,
        "/partners",
        "/partners?kind=supplier",
        "/partners?archived=true",
        "/partners?from=2026-11-20",
        "/partners?tag=group%201",
        "/partners?q=p0000077",
        "/transactions",
        "/transactions?kind=all",
        "/transactions?walletId=" + wallet,
        "/transactions?category=category%203",
        "/transactions?status=voided",
        "/transactions?kind=all&partnerId=" + partner,
        "/transactions?kind=all&q=ref-0000077",
        "/cash-sessions",
        "/cash-sessions?walletId=" + wallet,
        "/cash-sessions?businessUnitId={unit}",
        "/time-entries",
        "/time-entries?billed=false",
        "/time-entries?partnerId=" + partner,
        "/time-entries?project=Project%207",
    };
}

/// Milliseconds of the fastest request, which other work of the machine disturbs least; below zero when it is
/// refused.
double bestOf(WireClient& wire, Company& company, const std::string& path) {
    std::vector<double> times;
    // As many rows at both sizes: a filter that is rare finds ten in a thousand.
    const std::string limited = path.find("size=") == std::string::npos
                                    ? path + (path.find('?') == std::string::npos ? "?limit=10" : "&limit=10")
                                    : path;
    for (unsigned i = 0; i < Rounds; ++i) {
        const std::string request = makeRequest(
            "GET", "/companies/" + company.id + replaced(limited, "{unit}", company.unit), company.key());
        const auto sent = Clock::now();
        if (wire.exchange(request) != 200) {
            std::cerr << path << ": " << wire.body() << '\n';
            return -1;
        }
        // Plans and caches settle in the first ones.
        if (i >= Rounds / 3) {
            times.push_back(std::chrono::duration<double, std::milli>(Clock::now() - sent).count());
        }
        // One slow list says enough when it is this slow.
        if (!times.empty() && times.back() > 2000) {
            break;
        }
    }
    return *std::min_element(times.begin(), times.end());
}

int measure(std::size_t few, std::size_t many, const std::string& part) {
    test::ServiceOptions options;
    options.validate = false;
    options.clock = false;
    const test::RunningService service(std::move(options));
    Company small = prepare(service, "Small", "FR");
    Company large = prepare(service, "Large", "BE");
    const auto access = host::db::EmbeddedServer::attach(service.dataFolder());
    Filler filler(access->owner.connectionString);
    filler.fill(small, few);
    filler.fill(large, many);
    filler.run("RESET svc.company");
    filler.run("SET client_min_messages = error");
    filler.run("VACUUM ANALYZE");
    std::cout << std::left << std::setw(52) << "fastest of a request, ms" << std::right << std::setw(10)
              << few << std::setw(10) << many << std::setw(8) << "ratio\n";
    WireClient wire(service.port());
    for (const std::string& path : paths()) {
        if (path.find(part) == std::string::npos) {
            continue;
        }
        const double one = bestOf(wire, small, path);
        const double two = bestOf(wire, large, path);
        std::cout << std::left << std::setw(52) << (path.size() > 50 ? path.substr(0, 50) : path)
                  << std::right << std::fixed << std::setprecision(2) << std::setw(10) << one << std::setw(10)
                  << two << std::setw(7) << two / one << (two > one * 1.3 ? "  grows" : "") << std::endl;
    }
    return 0;
}

} // namespace
} // namespace svc::load

int main(int count, char** words) {
    const auto number = [&](int at, std::size_t otherwise) {
        return count > at ? std::strtoull(words[at], nullptr, 10) : otherwise;
    };
    return svc::load::measure(number(1, 1000), number(2, 1000000), count > 3 ? words[3] : "");
}
