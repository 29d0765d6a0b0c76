// The cost of a sale under a sealing regime, compared with the same sale of the same company while the regime
// is disabled, in alternating turns of one run. It never fails because of slow times.
//
//   svc_regimes_benchmark [seconds a turn, default 0.7] [the regime to measure] [turns, default 24]
//
// A ratio is the median over all turns, printed with the lower and upper quartile: when these are far apart,
// the machine was busy.
//
// Two regimes also send to fakes in this program, and the work of these is included in the figures: the
// agency of es-verifactu requires a minute between two messages, and the cloud device of de-kassensichv
// delays each answer like a real one.

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <iterator>
#include <thread>
#include <vector>

#include <unistd.h>

#include "api/business/readers/verifactu_agency.hpp"
#include "cpu_time.hpp"
#include "shop.hpp"
#include "support/https_receiver.hpp"
#include "support/running_service.hpp"
#include "wire_client.hpp"

namespace svc::load {
namespace {

using Clock = std::chrono::steady_clock;

constexpr unsigned Clients = 4;
constexpr double StandardSeconds = 0.7;
constexpr int StandardTurns = 24;
constexpr unsigned Keys = 120;

void set(const test::RunningService& service, const Shop& shop, const std::string& regime,
         const Json& change) {
    const test::Answer answer = service.client(shop.keys.front()).put(shop.path("/fiscal/" + regime), change);
    if (answer.status != 200) {
        throw std::runtime_error(regime + " cannot be set: " + answer.body);
    }
}

/// Microseconds per sale.
struct Cost {
    long sales = 0;
    long waited = 0; ///< median time that a client waits
    long host = 0;   ///< CPU time
    long database = 0;
};

Cost sell(const test::RunningService& service, const DatabaseCpu& database, Shop& shop,
          std::chrono::milliseconds time) {
    std::vector<std::vector<long>> latencies(Clients);
    std::vector<std::thread> threads;
    const long host = cpuMicros(service.pid());
    const long server = database.micros();
    const auto end = Clock::now() + time;
    std::atomic<std::size_t> number{0};
    for (unsigned client = 0; client < Clients; ++client) {
        threads.emplace_back([&, client] {
            try {
                WireClient wire(service.port());
                while (Clock::now() < end) {
                    const std::string request =
                        makeRequest("POST", shop.path("/sales"), shop.key(), shop.saleBody(number++));
                    const auto sent = Clock::now();
                    if (wire.exchange(request) != 201) {
                        std::cerr << "refused: " << wire.body() << '\n';
                        return;
                    }
                    latencies[client].push_back(
                        std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - sent).count());
                }
            } catch (const std::exception& error) {
                std::cerr << "a client gave up: " << error.what() << '\n';
            }
        });
    }
    std::vector<long> all;
    for (unsigned client = 0; client < Clients; ++client) {
        threads[client].join();
        all.insert(all.end(), latencies[client].begin(), latencies[client].end());
    }
    if (all.empty()) {
        throw std::runtime_error("nothing was sold");
    }
    std::sort(all.begin(), all.end());
    const auto sales = static_cast<long>(all.size());
    return {sales, all[all.size() / 2], (cpuMicros(service.pid()) - host) / sales,
            (database.micros() - server) / sales};
}

/// A quartile of the values (1 lower, 2 median, 3 upper).
template <class Value>
Value quartile(std::vector<Value> values, std::size_t quarters) {
    std::sort(values.begin(), values.end());
    return values[(values.size() - 1) * quarters / 4];
}

template <class Value>
Value middle(std::vector<Value> values) {
    return quartile(std::move(values), 2);
}

/// Figures with and without the regime, one per turn. The ratio compares two consecutive turns, because the
/// speed of a machine changes.
class Compared {
public:
    void add(long with, long without) {
        with_.push_back(with);
        without_.push_back(without);
        ratios_.push_back(static_cast<double>(with) / static_cast<double>(std::max(without, 1L)));
    }
    friend std::ostream& operator<<(std::ostream& out, const Compared& one) {
        return out << middle(one.with_) << " us beside " << middle(one.without_)
                   << " us: " << middle(one.ratios_) << " (" << quartile(one.ratios_, 1) << " to "
                   << quartile(one.ratios_, 3) << ')';
    }

private:
    std::vector<long> with_;
    std::vector<long> without_;
    std::vector<double> ratios_;
};

/// The answer of a cloud device by its contract: the transaction in the state that the request asks for.
class CloudDevice {
public:
    explicit CloudDevice(const std::string& contract) : examples_(Json::parse(contract)) {}

    test::Reaction answer(const test::Received& request) const {
        test::Reaction reaction =
            test::Reaction::status(200, "Content-Type: application/json\r\n", bodyFor(request));
        reaction.delay = Delay;
        return reaction;
    }

private:
    static constexpr std::chrono::milliseconds Delay{250};

    std::string bodyFor(const test::Received& request) const {
        if (request.path.find("/tx/") == std::string::npos) {
            return R"({"access_token":"t","access_token_expires_at":4102444800})";
        }
        const bool finished = request.json().textOr("state") == "FINISHED";
        Json body =
            examples_["paths"]["/api/v2/tss/{tss_id}/tx/{tx_id}"]["put"]["responses"]["200"]["content"]
                     ["application/json"]["examples"][finished ? "finished" : "active"]["value"];
        constexpr std::string_view Revision = "tx_revision=";
        const std::size_t at = request.path.find(Revision) + Revision.size();
        return body.set("latest_revision", Json::parse(request.path.substr(at))).dump();
    }

    Json examples_;
};

/// Waits until the jobs of a turn are done: otherwise they would run and be dropped while the regime is
/// disabled, which costs time too.
void untilDrained(const test::RunningService& service) {
    constexpr std::chrono::milliseconds Pause{50};
    while (
        service.sql("SELECT count(*) FROM svc.job WHERE state IN ('queued', 'running') AND due_at <= now()")
            .at(0) != "0") {
        std::this_thread::sleep_for(Pause);
    }
}

void compare(const test::RunningService& service, const DatabaseCpu& cpu, const std::string& regime,
             const std::string& country, const std::string& rate, Json settings,
             std::chrono::milliseconds time, int turns) {
    const auto shop = openShop(service, service.createCompany("Load " + country, country), Keys, rate);
    if (country == "PT") {
        service.client(shop->keys.front())
            .patch(shop->path(""), Json::object({{"vatNumber", "PT500000000"}}));
    }
    if (country == "DE") {
        settings.set("walletId", shop->cashWallet);
    }
    set(service, *shop, regime,
        Json::object(
            {{"enabled", true}, {"mode", "production"}, {"autoSubmit", true}, {"settings", settings}}));
    // Plans and statistics of a new company settle during its first seconds.
    sell(service, cpu, *shop, time);
    Compared waited;
    Compared host;
    Compared database;
    Compared processor;
    for (int turn = 0; turn < turns; ++turn) {
        set(service, *shop, regime, Json::object({{"enabled", false}}));
        untilDrained(service);
        const Cost without = sell(service, cpu, *shop, time);
        set(service, *shop, regime, Json::object({{"enabled", true}}));
        const Cost with = sell(service, cpu, *shop, time);
        waited.add(with.waited, without.waited);
        host.add(with.host, without.host);
        database.add(with.database, without.database);
        processor.add(with.host + with.database, without.host + without.database);
    }
    std::cout << std::left << std::setw(16) << regime << std::fixed << std::setprecision(2) << "waited "
              << waited << "  processor " << processor << " (host " << host << ", PostgreSQL " << database
              << ")  (goal 1.2)" << std::endl;
}

std::string textOf(const std::filesystem::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

int measure(double seconds, const std::string& only, int turns) {
    test::ServiceOptions options;
    options.validate = false;
    options.clock = false;
    for (const char* regime : {"fr-journal", "at-rksv", "pt-certified", "es-verifactu", "de-kassensichv"}) {
        options.plugins.emplace_back(regime);
    }
    const std::filesystem::path folder =
        std::filesystem::temp_directory_path() / ("svc-regimes-" + std::to_string(::getpid()));
    std::filesystem::create_directories(folder);
    test::HttpsReceiver outside(folder);
    const CloudDevice device(textOf(SVC_KASSENSICHV_CONTRACT));
    outside.react([&](const test::Received& message) {
        return message.path.find("/api/v2/") == std::string::npos
                   ? test::verifactu::answerTo(message, test::verifactu::Right, 60)
                   : device.answer(message);
    });
    options.settings["es-verifactu"] = "{ baseUrl: \"" + outside.url("") + "\" }";
    options.settings["de-kassensichv"] = "{ baseUrl: \"" + outside.url("") + "\" }";
    options.extra = "webhooks: { caFile: \"" + outside.certificate().string() + "\" }\n";
    test::RunningService service(std::move(options));
    const DatabaseCpu database(service.dataFolder());
    const auto time = std::chrono::milliseconds(static_cast<long>(seconds * 1000));
    test::writeCertificate(folder / "c.pem", folder / "k.pem");
    const std::string pem = textOf(folder / "k.pem") + textOf(folder / "c.pem");
    std::filesystem::remove_all(folder);
    const Json vectors = Json::parse(textOf(SVC_PT_VECTORS));
    const std::string year =
        service.live()
            .post(service.company("/sales"),
                  Json::object({{"paidInFull", true},
                                {"lines", Json::array({Json::object(
                                              {{"label", "x"}, {"quantity", 1}, {"unitPrice", 1}})})}}))
            .json.textOr("date")
            .substr(0, 4);

    const auto compareIfWanted = [&](const std::string& regime, const std::string& country,
                                     const std::string& rate, const Json& regimeSettings) {
        if (only.empty() || only == regime) {
            compare(service, database, regime, country, rate, regimeSettings, time, turns);
        }
    };
    compareIfWanted("fr-journal", "FR", "20", Json::object());
    compareIfWanted(
        "at-rksv", "AT", "20",
        Json::object({{"cashBoxId", "KASSE-1"}, {"trustProvider", "AT1"}, {"signatureKey", pem}}));
    compareIfWanted("pt-certified", "PT", "23",
                    Json::object({{"softwareCertificate", "9999"},
                                  {"signatureKey", vectors["vectors"].at(0)["given"]["key"]},
                                  {"series", Json::object({{"TKTLOA" + year, "CSDF7T5H"}})}}));
    compareIfWanted("es-verifactu", "ES", "21",
                    Json::object({{"nif", "B12345674"},
                                  {"producerName", "Maker, S.L."},
                                  {"producerNif", "B87654321"},
                                  {"certificate", pem}}));
    compareIfWanted("de-kassensichv", "DE", "19",
                    Json::object({{"serialNumber", "KASSE-LOAD"},
                                  {"tssId", "ae35a829-7bb2-4261-9490-bcf3c8a3dc5e"},
                                  {"clientId", "101bd1cd-286c-4c3b-9ae5-43d4fad02f08"},
                                  {"apiKey", "k"},
                                  {"apiSecret", "s"}}));
    return 0;
}

} // namespace
} // namespace svc::load

int main(int count, char** words) {
    const double seconds = count > 1 ? std::atof(words[1]) : 0;
    const int turns = count > 3 ? std::atoi(words[3]) : 0;
    return svc::load::measure(seconds > 0 ? seconds : svc::load::StandardSeconds, count > 2 ? words[2] : "",
                              turns > 0 ? turns : svc::load::StandardTurns);
}
