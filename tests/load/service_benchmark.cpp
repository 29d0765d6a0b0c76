// Measures the real service over HTTP and prints each figure as a ratio to a ceiling measured in the same
// run, because machines are noisy. It never fails because of slow times.
//
//   svc_service_benchmark [seconds per figure, default 4] [sales to grow to, default none] [sales: writes
//   alone]

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iomanip>
#include <iostream>
#include <mutex>
#include <thread>
#include <vector>

#include <svc/id.hpp>

#include "ceiling.hpp"
#include "cpu_time.hpp"
#include "host/db/embedded.hpp"
#include "own_statements.hpp"
#include "shop.hpp"
#include "support/running_service.hpp"
#include "wire_client.hpp"

namespace svc::load {
namespace {

using Clock = std::chrono::steady_clock;

constexpr unsigned Clients = 8;
constexpr unsigned KeysPerCompany = 90;
constexpr unsigned KeysOfReads = 600; ///< keys of the company that all clients read

/// The figures of a bare client.
struct Floor {
    long perSecond = 0;
    long databaseMicros = 0; ///< CPU of PostgreSQL, per sale
};

class Bench {
public:
    Bench(test::RunningService& service, std::chrono::milliseconds time)
        : service_(service), database_(service.dataFolder()), time_(time) {}

    using Request = std::function<std::string(unsigned client, std::size_t number)>;
    struct Result {
        long perSecond = 0;
        long cpuMicros = 0;      ///< CPU of the host, per request
        long databaseMicros = 0; ///< CPU of PostgreSQL, per request
        long p50 = 0;            ///< microseconds
        long p99 = 0;
        long refused = 0;
    };

    /// `after` is called with each body.
    Result run(const Request& request, int expected,
               const std::function<void(unsigned, std::string_view)>& after = {}) {
        std::atomic<long> refused{0};
        std::vector<std::vector<long>> latencies(Clients);
        std::vector<std::thread> threads;
        const long cpuBefore = cpuMicros(service_.pid());
        const long databaseBefore = database_.micros();
        const auto start = Clock::now();
        const auto end = start + time_;
        for (unsigned client = 0; client < Clients; ++client) {
            threads.emplace_back([&, client] {
                try {
                    WireClient wire(service_.port());
                    for (std::size_t number = 0; Clock::now() < end; ++number) {
                        const std::string text = request(client, number);
                        const auto sent = Clock::now();
                        if (wire.exchange(text) != expected) {
                            if (refused++ == 0) {
                                std::cerr << "refused: " << wire.body() << '\n';
                            }
                            continue;
                        }
                        latencies[client].push_back(micros(sent));
                        if (after) {
                            after(client, wire.body());
                        }
                    }
                } catch (const std::exception& error) {
                    std::cerr << "client " << client << " gave up: " << error.what() << '\n';
                }
            });
        }
        for (std::thread& thread : threads) {
            thread.join();
        }
        std::vector<long> all;
        for (const auto& part : latencies) {
            all.insert(all.end(), part.begin(), part.end());
        }
        std::sort(all.begin(), all.end());
        Result result;
        if (!all.empty()) {
            const auto count = static_cast<long>(all.size());
            result.perSecond = count * 1'000'000 / micros(start);
            result.cpuMicros = (cpuMicros(service_.pid()) - cpuBefore) / count;
            result.databaseMicros = (database_.micros() - databaseBefore) / count;
            result.p50 = all[all.size() / 2];
            result.p99 = all[all.size() * 99 / 100];
        }
        result.refused = refused;
        return result;
    }

    /// Sales per second of a bare client, and their CPU cost in PostgreSQL.
    Floor sell(const Ceiling& ceiling, unsigned companies) const {
        return costOf([&](double seconds) { return ceiling.sell(Clients, companies, seconds); });
    }
    /// The same for the service's own statements, sent by a bare client.
    Floor replay(OwnStatements& own, unsigned companies) const {
        return costOf([&](double seconds) { return own.replay(Clients, companies, seconds); });
    }

    long residentKib() const {
        std::ifstream status("/proc/" + std::to_string(service_.pid()) + "/status");
        for (std::string line; std::getline(status, line);) {
            if (line.rfind("VmRSS:", 0) == 0) {
                return std::atol(line.c_str() + 6);
            }
        }
        return 0;
    }

private:
    Floor costOf(const std::function<Ceiling::Sold(double seconds)>& sell) const {
        const long before = database_.micros();
        const Ceiling::Sold sold = sell(static_cast<double>(time_.count()) / 1000);
        return {sold.perSecond, sold.sales == 0 ? 0 : (database_.micros() - before) / sold.sales};
    }
    static long micros(Clock::time_point since) {
        return std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - since).count();
    }
    test::RunningService& service_;
    DatabaseCpu database_;
    std::chrono::milliseconds time_;
};

void print(const std::string& what, const Bench::Result& result, const Floor& ceiling, const char* goal) {
    std::cout << std::left << std::setw(44) << what << std::right << std::setw(8) << result.perSecond << "/s";
    if (ceiling.perSecond > 0) {
        std::cout << "  ceiling" << std::setw(8) << ceiling.perSecond << "/s  ratio " << std::fixed
                  << std::setprecision(2)
                  << static_cast<double>(result.perSecond) / static_cast<double>(ceiling.perSecond);
        if (ceiling.databaseMicros > 0) {
            std::cout << " (PostgreSQL " << ceiling.databaseMicros << " us)";
        }
    }
    if (result.cpuMicros > 0) {
        std::cout << "  p50 " << result.p50 << " us  p99 " << result.p99 << " us  CPU a request: host "
                  << result.cpuMicros << " us";
    }
    std::cout << "  PostgreSQL " << result.databaseMicros << " us"
              << (result.refused > 0 ? "  REFUSED " + std::to_string(result.refused) : "")
              << (*goal == 0 ? "" : std::string("  (goal ") + goal + ")") << std::endl;
}

using Companies = std::vector<std::unique_ptr<Shop>>;

/// Measures reads at the current size of the tables.
void measureReads(Bench& bench, Shop& company, const std::string& database, double seconds) {
    const auto uuid = [](const std::string& id) { return decodeId(id.substr(0, 3), id)->toString(); };
    std::vector<std::string> ids;
    for (const std::string& sale : company.sales) {
        ids.push_back(uuid(sale));
    }
    const std::string bind = "SET svc.company = '" + uuid(company.id) + "'";
    const long one = Ceiling::readsPerSecond(
        database, bind,
        "SELECT s.*, (SELECT json_agg(l) FROM sales.line l WHERE l.company_id = s.company_id AND l.sale_id = "
        "s.id),"
        " (SELECT json_agg(p) FROM sales.payment p WHERE p.company_id = s.company_id AND p.sale_id = s.id)"
        " FROM sales.sale s WHERE s.company_id = '" +
            uuid(company.id) + "' AND s.id = $1::uuid",
        ids, Clients, seconds);
    const auto read = [&](unsigned client, std::size_t number) {
        return makeRequest(
            "GET",
            company.path("/sales/" + company.sales[(number * Clients + client) % company.sales.size()]),
            company.key());
    };
    print("GET /sales/{id}", bench.run(read, 200), {one}, ">= 0.5");
    const long list =
        Ceiling::readsPerSecond(database, bind,
                                "SELECT * FROM sales.sale WHERE company_id = '" + uuid(company.id) +
                                    "' AND $1::text IS NOT NULL ORDER BY date DESC, id DESC LIMIT 100",
                                {"x"}, Clients, seconds);
    print("GET /sales, 100 rows",
          bench.run([&](unsigned,
                        std::size_t) { return makeRequest("GET", company.path("/sales"), company.key()); },
                    200),
          {list}, ">= 0.5");
    print("GET /sales?page=1&size=50",
          bench.run(
              [&](unsigned, std::size_t) {
                  return makeRequest("GET", company.path("/sales?page=1&size=50"), company.key());
              },
              200),
          {}, "");
}

template <class Value>
Value middle(std::vector<Value> values) {
    std::sort(values.begin(), values.end(),
              [](const Value& a, const Value& b) { return a.perSecond < b.perSecond; });
    return values[values.size() / 2];
}

/// Captures a sale of each company and replays them, alternating with the service and the ceiling; prints
/// medians.
void compareWithReplay(Bench& bench, const test::RunningService& service, const Ceiling& ceiling,
                       const std::string& app, const std::vector<std::unique_ptr<Shop>>& companies,
                       const Bench::Request& sale) {
    constexpr int Turns = 3;
    OwnStatements own(app, service.dataFolder() / "postgres" / "server.log");
    for (unsigned client = 0; client < companies.size(); ++client) {
        own.capture([&] {
            WireClient wire(service.port());
            if (wire.exchange(sale(client, client)) != 201) {
                throw std::runtime_error("refused: " + std::string(wire.body()));
            }
            return Json::parse(wire.body()).textOr("number");
        });
    }
    std::vector<Bench::Result> served;
    std::vector<Floor> replayed;
    std::vector<Floor> bare;
    for (int turn = 0; turn < Turns; ++turn) {
        served.push_back(bench.run(sale, 201));
        replayed.push_back(bench.replay(own, Clients));
        bare.push_back(bench.sell(ceiling, Clients));
    }
    const Floor replay = middle(replayed);
    print("its statements replayed by a bare client",
          {.perSecond = replay.perSecond, .databaseMicros = replay.databaseMicros}, middle(bare), ">= 0.6");
    print("POST /sales beside the replay", middle(served), replay, ">= 0.7");
}

void keepSale(Shop& company, std::string_view body, std::mutex& mutex) {
    const std::size_t at = body.find("\"id\":\"sal_");
    if (at != std::string_view::npos) {
        const std::lock_guard lock(mutex);
        company.sales.emplace_back(body.substr(at + 6, 30));
    }
}

void grow(test::RunningService& service, Shop& company, std::size_t target) {
    std::mutex mutex;
    while (company.sales.size() < target) {
        Bench filler(service, std::chrono::milliseconds(5000));
        filler.run(
            [&](unsigned, std::size_t number) {
                return makeRequest("POST", company.path("/sales"), company.key(), company.saleBody(number));
            },
            201, [&](unsigned, std::string_view body) { keepSale(company, body, mutex); });
        std::cerr << "sales: " << company.sales.size() << " of " << target << '\n';
    }
}

int measure(double seconds, std::size_t target, bool writesAlone) {
    test::ServiceOptions options;
    options.validate = false;
    options.clock = false;
    test::RunningService service(std::move(options));
    const auto time = std::chrono::milliseconds(static_cast<long>(seconds * 1000));
    Bench bench(service, time);
    std::cout << "resident memory, idle, all plugins loaded: " << bench.residentKib() / 1024
              << " MiB (goal <= 120)\n";

    Companies companies;
    // One company per country, because the owner's mail address is derived from the country.
    for (const char* country : {"FR", "BE", "DE", "IT", "ES", "NL", "PT", "IE"}) {
        companies.push_back(openShop(service, service.createCompany(std::string("Load ") + country, country),
                                     companies.empty() ? KeysOfReads : KeysPerCompany));
    }
    const auto access = host::db::EmbeddedServer::attach(service.dataFolder());
    Ceiling ceiling(access->owner.connectionString);
    const std::string app = access->app.connectionString;
    Shop& first = *companies.front();
    std::mutex mutex;

    print("GET /companies/{id} (empty handler)",
          bench.run([&](unsigned, std::size_t) { return makeRequest("GET", first.path(""), first.key()); },
                    200),
          {}, "<= 60 us CPU");
    // Plans and statistics of a fresh database settle in its first seconds.
    const auto sellSpread = [&](unsigned client, std::size_t number) {
        Shop& company = *companies[client];
        return makeRequest("POST", company.path("/sales"), company.key(), company.saleBody(number));
    };
    bench.run(sellSpread, 201);
    const Floor spread = bench.sell(ceiling, Clients);
    print("POST /sales, 3 lines, spread over companies",
          bench.run(
              [&](unsigned client, std::size_t number) {
                  Shop& company = *companies[client];
                  return makeRequest("POST", company.path("/sales"), company.key(), company.saleBody(number),
                                     "companies-" + std::to_string(client) + '-' + std::to_string(number));
              },
              201),
          spread, ">= 0.6");
    const Floor one = bench.sell(ceiling, 1);
    print("POST /sales, 3 lines, one company",
          bench.run(
              [&](unsigned client, std::size_t number) {
                  return makeRequest("POST", first.path("/sales"), first.key(), first.saleBody(number),
                                     "one-company-" + std::to_string(client) + '-' + std::to_string(number));
              },
              201, [&](unsigned, std::string_view body) { keepSale(first, body, mutex); }),
          one, ">= 0.6");
    if (!writesAlone) {
        std::cout << "at " << first.sales.size() << " sales of the company:\n";
        measureReads(bench, first, app, seconds);
    }
    if (target > 0) {
        grow(service, first, target);
        std::cout << "at " << first.sales.size() << " sales of the company:\n";
        print("POST /sales, 3 lines, one company",
              bench.run(
                  [&](unsigned, std::size_t number) {
                      return makeRequest("POST", first.path("/sales"), first.key(), first.saleBody(number));
                  },
                  201),
              {}, "within 1.3 x");
        measureReads(bench, first, app, seconds);
    }
    // Must be the last step: replays write data that the service would never write.
    compareWithReplay(bench, service, ceiling, app, companies, sellSpread);
    std::cout << "resident memory under load: " << bench.residentKib() / 1024 << " MiB (goal <= 300)\n";
    return 0;
}

} // namespace
} // namespace svc::load

int main(int count, char** words) {
    const double seconds = count > 1 ? std::atof(words[1]) : 4;
    const std::size_t target = count > 2 ? std::strtoull(words[2], nullptr, 10) : 0;
    const bool writesAlone = count > 3 && std::string_view(words[3]) == "sales";
    return svc::load::measure(seconds > 0 ? seconds : 4, target, writesAlone);
}
