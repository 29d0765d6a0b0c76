// What a sale costs under a regime that seals, beside the same sale of the same company while the regime is
// disabled, in turns of one run. Never fails on time.
//
//   svc_regimes_benchmark [seconds a turn, default 4] [the one regime to measure]
//
// es-verifactu reports as well: the agency is a stand-in in this program that wants a minute between two
// messages, and the work of sending is in the figures. So is that of de-kassensichv, whose device is the one
// in software.

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
#include "support/https_receiver.hpp"
#include "support/running_service.hpp"
#include "wire_client.hpp"

namespace svc::load {
namespace {

using Clock = std::chrono::steady_clock;

constexpr unsigned Clients = 4;
constexpr int Turns = 3;
/// A live key may send 600 requests a minute: enough keys that none is refused.
constexpr unsigned Keys = 120;

struct Shop {
    std::string id;
    std::string cashWallet;
    std::vector<std::string> keys;
    std::string rate;
    std::atomic<unsigned> turn{0};

    std::string path(const std::string& rest) const { return "/companies/" + id + rest; }
    std::string sale() {
        return makeRequest("POST", path("/sales"), keys[turn++ % keys.size()],
                           R"({"lines":[{"label":"Tea","quantity":2,"unitPrice":3.5,"taxRate":)" + rate +
                               R"(},{"label":"Cake","quantity":1,"unitPrice":4.9,"taxRate":)" + rate +
                               R"(}],"pricesIncludeTax":true,"paidInFull":true})");
    }
};

std::unique_ptr<Shop> openShop(const test::RunningService& service, const std::string& name,
                               const std::string& country, const std::string& rate) {
    const Json made = service.createCompany(name, country);
    auto shop = std::make_unique<Shop>();
    shop->id = made.textOr("companyId");
    shop->cashWallet = made.textOr("cashWalletId");
    shop->rate = rate;
    test::HttpClient session = service.anonymous();
    const test::Answer login = session.post(
        "/auth/login", Json::object({{"email", made["ownerEmail"]}, {"password", made["ownerPassword"]}}));
    session.setCredential(login.json.textOr("token"));
    for (unsigned i = 0; i < Keys; ++i) {
        const test::Answer key = session.post(
            shop->path("/api-keys"),
            Json::object({{"name", "load"},
                          {"mode", "live"},
                          {"scopes", Json::array({"sales:view", "sales:create", "sales:update",
                                                  "settings:company", "fiscal:view", "fiscal:manage"})}}));
        if (key.status != 201) {
            throw std::runtime_error("no key: " + key.body);
        }
        shop->keys.push_back(key.json.textOr("key"));
    }
    return shop;
}

void set(const test::RunningService& service, const Shop& shop, const std::string& regime,
         const Json& change) {
    const test::Answer answer = service.client(shop.keys.front()).put(shop.path("/fiscal/" + regime), change);
    if (answer.status != 200) {
        throw std::runtime_error(regime + " cannot be set: " + answer.body);
    }
}

/// Microseconds a sale.
struct Cost {
    long sales = 0;
    long waited = 0; ///< median of what a client waits
    long host = 0;   ///< processor
    long database = 0;
};

Cost sell(const test::RunningService& service, const DatabaseCpu& database, Shop& shop,
          std::chrono::milliseconds time) {
    std::vector<std::vector<long>> latencies(Clients);
    std::vector<std::thread> threads;
    const long host = cpuMicros(service.pid());
    const long server = database.micros();
    const auto end = Clock::now() + time;
    for (unsigned client = 0; client < Clients; ++client) {
        threads.emplace_back([&, client] {
            try {
                WireClient wire(service.port());
                while (Clock::now() < end) {
                    const std::string request = shop.sale();
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

/// The median of the turns by what a client waits.
Cost middle(std::vector<Cost> turns) {
    std::sort(turns.begin(), turns.end(), [](const Cost& a, const Cost& b) { return a.waited < b.waited; });
    return turns[turns.size() / 2];
}

void compare(const test::RunningService& service, const DatabaseCpu& database, const std::string& regime,
             const std::string& country, const std::string& rate, Json settings,
             std::chrono::milliseconds time) {
    const auto shop = openShop(service, "Load " + country, country, rate);
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
    // Plans and statistics of a new company settle in its first seconds.
    sell(service, database, *shop, time);
    std::vector<Cost> without;
    std::vector<Cost> with;
    for (int turn = 0; turn < Turns; ++turn) {
        set(service, *shop, regime, Json::object({{"enabled", false}}));
        without.push_back(sell(service, database, *shop, time));
        set(service, *shop, regime, Json::object({{"enabled", true}}));
        with.push_back(sell(service, database, *shop, time));
    }
    const Cost a = middle(without);
    const Cost b = middle(with);
    const auto ratio = [](long part, long whole) {
        return static_cast<double>(part) / static_cast<double>(std::max(whole, 1L));
    };
    std::cout << std::left << std::setw(16) << regime << std::fixed << std::setprecision(2) << "waited "
              << b.waited << " us beside " << a.waited << " us: " << ratio(b.waited, a.waited)
              << "  processor " << b.host + b.database << " us (host " << b.host << ", PostgreSQL "
              << b.database << ") beside " << a.host + a.database
              << " us: " << ratio(b.host + b.database, a.host + a.database) << "  (goal 1.2)" << std::endl;
}

std::string textOf(const std::filesystem::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

int measure(double seconds, const std::string& only) {
    test::ServiceOptions options;
    options.validate = false;
    options.clock = false;
    for (const char* regime : {"fr-journal", "at-rksv", "pt-certified", "es-verifactu", "de-kassensichv"}) {
        options.plugins.emplace_back(regime);
    }
    const std::filesystem::path folder =
        std::filesystem::temp_directory_path() / ("svc-regimes-" + std::to_string(::getpid()));
    std::filesystem::create_directories(folder);
    test::HttpsReceiver agency(folder);
    agency.react([](const test::Received& message) {
        return test::verifactu::answerTo(message, test::verifactu::Right, 60);
    });
    options.settings["es-verifactu"] = "{ baseUrl: \"" + agency.url("") + "\" }";
    options.settings["de-kassensichv"] = "{ tse: software }";
    options.extra = "webhooks: { caFile: \"" + agency.certificate().string() + "\" }\n";
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
            compare(service, database, regime, country, rate, regimeSettings, time);
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
    compareIfWanted("de-kassensichv", "DE", "19", Json::object({{"serialNumber", "KASSE-LOAD"}}));
    return 0;
}

} // namespace
} // namespace svc::load

int main(int count, char** words) {
    const double seconds = count > 1 ? std::atof(words[1]) : 4;
    return svc::load::measure(seconds > 0 ? seconds : 4, count > 2 ? words[2] : "");
}
