// How long the suggestions for a bank line take in a company with many open invoices, through HTTP.
//
//   svc_suggestion_benchmark [open invoices, default 10000]

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <iomanip>
#include <iostream>
#include <stdexcept>
#include <thread>
#include <vector>

#include "support/running_service.hpp"

namespace svc::load {
namespace {

using Clock = std::chrono::steady_clock;
using Millis = std::chrono::duration<double, std::milli>; // elapsed time, not money

constexpr int Clients = 8;
constexpr int PerKey = 500; ///< requests per key; the limit is 600 per minute
constexpr double Most = 50; ///< maximum milliseconds of an answer

/// 500 names of trades and people.
std::string nameOf(int index) {
    static const char* const trades[] = {"Bäckerei",   "Atelier",   "Hôtel",     "Garage",    "Praxis",
                                         "Kanzlei",    "Café",      "Druckerei", "Gärtnerei", "Spedition",
                                         "Optik",      "Metzgerei", "Studio",    "Verlag",    "Bureau",
                                         "Imprimerie", "Ferme",     "Librairie", "Cabinet",   "Menuiserie"};
    static const char* const people[] = {
        "Müller", "Lefèvre", "Traoré", "Nowak",    "Jäger",  "Petit",  "Schulz",  "Hoffmann", "Diallo",
        "Weber",  "Martin",  "Rossi",  "Santos",   "Keller", "Dubois", "Fischer", "Moreau",   "Lambert",
        "Vogel",  "Garnier", "Koné",   "Sørensen", "Bauer",  "Roux",   "Brandt"};
    return std::string(trades[index % 20]) + ' ' + people[index / 20 % 25] +
           (index % 2 == 0 ? " GmbH" : " SARL");
}

class World {
public:
    World() : service_(options()), facts_(service_.firstRun()) {
        owner_ = std::make_unique<test::HttpClient>(service_.anonymous());
        const Json session =
            expected(owner_->post("/auth/login", Json::object({{"email", facts_["ownerEmail"]},
                                                               {"password", facts_["ownerPassword"]}})),
                     200);
        owner_->setCredential(session.textOr("token"));
    }

    void invoices(int count) {
        std::vector<std::string> partners;
        test::HttpClient client = newClient();
        for (int i = 0; i < PerKey - 1; ++i) {
            partners.push_back(
                expected(client.post(path("/partners"), Json::object({{"name", nameOf(i)}})), 201)
                    .textOr("id"));
        }
        std::atomic<int> next{0};
        std::vector<std::thread> threads;
        std::vector<std::vector<test::HttpClient>> keys(Clients);
        for (auto& own : keys) {
            for (int i = 0; i < count / PerKey / Clients + 2; ++i) {
                own.push_back(newClient());
            }
        }
        for (auto& own : keys) {
            threads.emplace_back([&] {
                int used = 0;
                for (int i = next++; i < count; i = next++, ++used) {
                    const Json line =
                        Json::object({{"label", "Work"}, {"quantity", 1}, {"unitPrice", 100 + i % 300}});
                    expected(own[static_cast<std::size_t>(used / PerKey) % own.size()].post(
                                 path("/sales"),
                                 Json::object(
                                     {{"partnerId", partners[static_cast<std::size_t>(i) % partners.size()]},
                                      {"lines", Json::array({line})}})),
                             201);
                }
            });
        }
        for (std::thread& thread : threads) {
            thread.join();
        }
    }

    /// Lines that contain a document number, a name, or neither.
    std::vector<std::string> lines() {
        test::HttpClient client = newClient();
        const Json last = expected(client.get(path("/sales?limit=1")), 200)[0];
        const std::string text = "Date;Text;Name;Amount\n" + last.textOr("date") + ";Rechnung " +
                                 last.textOr("number") + ";ZAHLSTELLE;" +
                                 std::to_string(last["total"].integer() / 100) + "\n" + last.textOr("date") +
                                 ";danke;GARAGE HOFFMANN;243\n" + last.textOr("date") + ";Entgelt;;4\n";
        const Json mapping = Json::object(
            {{"delimiter", ";"},
             {"decimal", ","},
             {"dateFormat", "YYYY-MM-DD"},
             {"columns",
              Json::object(
                  {{"bookingDate", 0}, {"remittance", 1}, {"counterpartyName", 2}, {"amount", 3}})}});
        const Json imported =
            expected(client.post(path("/wallets/" + facts_.textOr("bankWalletId") + "/statements"),
                                 Json::object({{"content", text}, {"format", "csv"}, {"csv", mapping}})),
                     201);
        std::vector<std::string> ids;
        for (const Json& id : imported["bankTransactionIds"].items()) {
            ids.push_back(id.text());
        }
        return ids;
    }

    /// Prints the median and maximum time of the answers in milliseconds, and the number of suggestions.
    void measure(const std::string& name, const std::string& line) {
        test::HttpClient client = newClient();
        std::vector<double> times;
        std::size_t found = 0;
        for (int i = 0; i < 41; ++i) {
            const auto start = Clock::now();
            found = expected(client.get(path("/bank-transactions/" + line + "/suggestions")), 200).size();
            times.push_back(Millis(Clock::now() - start).count());
        }
        times.erase(times.begin()); // the first request fills caches
        std::sort(times.begin(), times.end());
        const double median = times[times.size() / 2];
        worst_ = std::max(worst_, median);
        std::cout << std::left << std::setw(24) << name << std::right << std::fixed << std::setprecision(1)
                  << std::setw(8) << median << " ms" << std::setw(8) << times.back() << " ms at most   "
                  << found << " suggestions\n";
    }
    double worst() const { return worst_; }

private:
    static test::ServiceOptions options() {
        test::ServiceOptions options;
        options.plugins = {"partners", "stock", "treasury", "ledger", "sales", "purchases", "bank"};
        options.validate = false;
        return options;
    }
    static Json expected(test::Answer answer, int status) {
        if (answer.status != status) {
            throw std::runtime_error("answered " + std::to_string(answer.status) + ' ' + answer.body);
        }
        return std::move(answer.json);
    }
    std::string path(const std::string& below) const {
        return "/companies/" + facts_.textOr("companyId") + below;
    }
    test::HttpClient newClient() {
        const Json scopes = expected(owner_->get(path("/api-keys")), 200)["scopes"];
        const Json body =
            Json::object({{"name", "k" + std::to_string(++keys_)}, {"mode", "live"}, {"scopes", scopes}});
        return service_.client(expected(owner_->post(path("/api-keys"), body), 201).textOr("key"));
    }

    test::RunningService service_;
    Json facts_;
    std::unique_ptr<test::HttpClient> owner_;
    int keys_ = 0;
    double worst_ = 0;
};

int run(int invoices) {
    World world;
    world.invoices(invoices);
    const std::vector<std::string> lines = world.lines();
    std::cout << invoices << " open invoices\n";
    world.measure("a number", lines.at(0));
    world.measure("a name and an amount", lines.at(1));
    world.measure("nothing that fits", lines.at(2));
    std::cout << "at most " << Most << " ms\n";
    return world.worst() <= Most ? 0 : 1;
}

} // namespace
} // namespace svc::load

int main(int count, char** arguments) {
    return svc::load::run(count > 1 ? std::atoi(arguments[1]) : 10'000);
}
