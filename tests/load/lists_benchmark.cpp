// Lists over HTTP at two company sizes: svc_lists_benchmark [small] [large] [kind, or -] [part of a path].
// For each kind of records it fills a separate service from a file in tests/load/lists and lets the plugins'
// own migrations count the rows. It prints for each list and filter, at both sizes, the fastest request with
// its ratio, and the blocks that PostgreSQL reads, which do not depend on other work of the machine. It never
// fails because of slow times.

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <map>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <thread>
#include <vector>

#include <libpq-fe.h>

#include <svc/id.hpp>

#include "host/db/embedded.hpp"
#include "lists_paths.hpp"
#include "support/running_service.hpp"
#include "wire_client.hpp"

namespace svc::load {
namespace {

using Clock = std::chrono::steady_clock;

constexpr unsigned Rounds = 100;
constexpr double Slow = 2000; ///< milliseconds: this total of request times is enough
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

/// Lists that are measured together: the file in tests/load/lists that fills them, and its schema.
struct Kind {
    const char* name;
    const char* schema;
};

const std::vector<Kind>& kinds() {
    static const std::vector<Kind> All = {
        {"partners", "partners"},     {"items", "stock"},       {"goods", "stock"},  {"treasury", "treasury"},
        {"purchases", "purchases"},   {"sales", "sales"},       {"quotes", "sales"}, {"recurring", "sales"},
        {"stays", "stays"},           {"orders", "storefront"}, {"prices", "stock"}, {"attachments", "svc"},
        {"timesheets", "timesheets"}, {"bank", "bank"},         {"journal", "svc"},
    };
    return All;
}

/// A superuser connection to the private PostgreSQL, which skips checks that the generated rows are known to
/// pass.
class Filler {
public:
    explicit Filler(const test::RunningService& service) {
        std::string login = host::db::EmbeddedServer::attach(service.dataFolder())->owner.connectionString;
        login = replaced(std::move(login), "user=svc_owner", "user=postgres");
        connection_ = {PQconnectdb(login.c_str()), &PQfinish};
        run("SET client_min_messages = error");
    }

    /// The first column of the rows.
    std::vector<std::string> run(const std::string& sql) {
        const std::unique_ptr<PGresult, decltype(&PQclear)> result(PQexec(connection_.get(), sql.c_str()),
                                                                   &PQclear);
        const ExecStatusType status = PQresultStatus(result.get());
        if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK) {
            throw std::runtime_error(PQerrorMessage(connection_.get()));
        }
        std::vector<std::string> rows;
        for (int row = 0; row < PQntuples(result.get()); ++row) {
            rows.emplace_back(PQgetvalue(result.get(), row, 0));
        }
        return rows;
    }

    /// Creates the indexes after all rows, which takes a tenth of the time. Exceptions: keys that other
    /// tables refer to or that counting needs, and the host's indexes, whose tables are partitioned.
    void fill(const Kind& kind, const std::vector<std::pair<const Company*, std::size_t>>& companies) {
        const std::string schema = kind.schema;
        run("SET session_replication_role = replica; SET synchronous_commit = off;"
            "SET maintenance_work_mem = '256MB'; SET work_mem = '128MB'");
        // The triggers of declared lists still record the rows, and the service folds them into counters.
        for (const std::string& trigger : run("SELECT tgrelid::regclass || ' ENABLE ALWAYS TRIGGER ' || "
                                              "tgname FROM pg_trigger WHERE tgname"
                                              " ~ '^list_'")) {
            run("ALTER TABLE " + trigger);
        }
        std::vector<std::string> later;
        for (const std::string& definition :
             run("SELECT pg_get_indexdef(indexrelid) FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid"
                 " WHERE relnamespace = '" +
                 schema +
                 "'::regnamespace AND relnamespace <> 'svc'::regnamespace AND NOT EXISTS (SELECT FROM"
                 " pg_constraint WHERE conindid = indexrelid) ORDER BY 1")) {
            later.push_back(definition);
        }
        for (const std::string& name :
             run("SELECT indexrelid::regclass FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid WHERE"
                 " relnamespace = '" +
                 schema +
                 "'::regnamespace AND relnamespace <> 'svc'::regnamespace AND NOT EXISTS (SELECT FROM "
                 "pg_constraint"
                 " WHERE conindid = indexrelid)")) {
            run("DROP INDEX " + name);
        }
        // Identifiers like those of the service, in the order of time; number 0 is the newest.
        run("CREATE FUNCTION pg_temp.made(kind text, number bigint) RETURNS uuid LANGUAGE sql IMMUTABLE"
            " RETURN overlay(overlay(lpad(to_hex(1795000000000 - number * 60000), 12, '0') ||"
            " substr(md5(kind || number), 13) PLACING '7' FROM 13) PLACING '8' FROM 17)::uuid");
        for (const auto& [company, rows] : companies) {
            run("SET svc.company = '" + uuidOf(company->id) + '\'');
            std::string sql = contentOf(SVC_LISTS + std::string("/") + kind.name + ".sql");
            sql = replaced(std::move(sql), "{company}", uuidOf(company->id));
            sql = replaced(std::move(sql), "{unit}", uuidOf(company->unit));
            run(replaced(std::move(sql), "{rows}", std::to_string(rows)));
        }
        for (const std::string& definition : later) {
            run(definition);
        }
        run("RESET session_replication_role");
        while (!run("SELECT 1 FROM svc.list_change LIMIT 1").empty()) {
            std::this_thread::sleep_for(std::chrono::milliseconds(100));
        }
        for (const char* table : {"list_change", "list_count", "list_word", "list_record"}) {
            run(std::string("VACUUM (ANALYZE) svc.") + table);
        }
        for (const std::string& table : run("SELECT oid::regclass FROM pg_class WHERE relkind = 'r' AND"
                                            " relnamespace = '" +
                                            schema + "'::regnamespace")) {
            run("VACUUM (ANALYZE) " + table);
        }
        run("CHECKPOINT");
    }

    /// Blocks that the service has read so far. Plugins read their own tables with separate roles.
    std::int64_t blocks() {
        return std::stoll(
            run("SELECT coalesce(sum(shared_blks_hit + shared_blks_read), 0) FROM"
                " pg_stat_statements JOIN pg_roles r ON r.oid = userid WHERE rolname = 'svc_app'"
                " OR rolname LIKE 'svc\\_p\\_%'")
                .front());
    }

private:
    std::unique_ptr<PGconn, decltype(&PQfinish)> connection_{nullptr, &PQfinish};
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
    const Json scopes =
        Json::array({"sales:view", "purchases:view", "inventory:view", "partners:view", "wallets:view",
                     "time:view", "stays:view", "orders:view", "events:read"});
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

/// Requests of one list of one company.
class Asked {
public:
    Asked(WireClient& wire, Company& company, const std::string& path)
        : wire_(wire), company_(company), path_(replaced(path, "{unit}", company.unit)) {
        // The same number of rows at both sizes: a rare filter matches ten in a thousand.
        if (path.find("size=") == std::string::npos) {
            path_ += path.find('?') == std::string::npos ? "?limit=10" : "&limit=10";
        }
    }

    /// Sends a request; returns its milliseconds.
    double ask() {
        const std::string request = makeRequest("GET", "/companies/" + company_.id + path_, company_.key());
        const auto sent = Clock::now();
        if (wire_.exchange(request) != 200) {
            throw std::runtime_error(path_ + ": " + std::string(wire_.body()));
        }
        return std::chrono::duration<double, std::milli>(Clock::now() - sent).count();
    }

    /// The first requests settle plans and caches; from the sixth execution PostgreSQL may use a generic
    /// plan.
    void settle() {
        for (unsigned i = 0; i < Settling && ask() < Slow; ++i) {
        }
    }

    /// Blocks of an average request.
    double blocks(Filler& database) {
        const std::int64_t before = database.blocks();
        unsigned asked = 0;
        while (asked++ < Settling && ask() < Slow) {
        }
        return static_cast<double>(database.blocks() - before) / std::min(asked, Settling);
    }

private:
    static constexpr unsigned Settling = 8;

    WireClient& wire_;
    Company& company_;
    std::string path_;
};

/// The fastest request of each company. Their requests alternate, so that other work of the machine affects
/// both.
std::pair<double, double> fastest(Asked& one, Asked& two) {
    std::pair<double, double> least{one.ask(), two.ask()};
    double spent = least.first + least.second;
    for (unsigned round = 1; round < Rounds && spent < Slow; ++round) {
        const std::pair<double, double> times{one.ask(), two.ask()};
        least = {std::min(least.first, times.first), std::min(least.second, times.second)};
        spent += times.first + times.second;
    }
    return least;
}

void measure(const Kind& kind, std::size_t few, std::size_t many, const std::string& part) {
    test::ServiceOptions options;
    options.validate = false;
    options.clock = false;
    test::RunningService service(std::move(options));
    Filler(service).run("ALTER SYSTEM SET shared_preload_libraries = 'pg_stat_statements'");
    service.stop();
    service.start();
    Company small = prepare(service, "Small", "FR");
    Company large = prepare(service, "Large", "BE");
    Filler database(service);
    database.run("CREATE EXTENSION pg_stat_statements");
    const auto began = Clock::now();
    database.fill(kind, {{&small, few}, {&large, many}});
    std::cout << kind.name << ": filled in "
              << std::chrono::duration_cast<std::chrono::seconds>(Clock::now() - began).count() << " s, "
              << database.run("SELECT pg_size_pretty(pg_database_size(current_database()))").front() << "\n"
              << std::left << std::setw(52) << "fastest request in ms, blocks of a request" << std::right
              << std::setw(10) << few << std::setw(10) << many << std::setw(8) << "ratio" << std::setw(10)
              << "blocks" << std::setw(10) << "blocks" << std::endl;
    WireClient wire(service.port());
    for (const std::string& path : paths(kind.name)) {
        if (path.find(part) == std::string::npos) {
            continue;
        }
        Asked one(wire, small, path);
        Asked two(wire, large, path);
        one.settle();
        two.settle();
        const auto [fewer, more] = fastest(one, two);
        const double ratio = more / fewer;
        std::cout << std::left << std::setw(52) << (path.size() > 50 ? path.substr(0, 50) : path)
                  << std::right << std::fixed << std::setprecision(2) << std::setw(10) << fewer
                  << std::setw(10) << more << std::setw(8) << ratio << std::setprecision(0) << std::setw(10)
                  << one.blocks(database) << std::setw(10) << two.blocks(database)
                  << (ratio > 1.3 ? "  grows" : "") << std::endl;
    }
}

} // namespace
} // namespace svc::load

int main(int count, char** words) {
    const auto number = [&](int at, std::size_t otherwise) {
        return count > at ? std::strtoull(words[at], nullptr, 10) : otherwise;
    };
    const std::string wanted = count > 3 ? words[3] : "-";
    for (const svc::load::Kind& kind : svc::load::kinds()) {
        if (wanted == "-" || wanted == kind.name) {
            svc::load::measure(kind, number(1, 1000), number(2, 1000000), count > 4 ? words[4] : "");
        }
    }
    return 0;
}
