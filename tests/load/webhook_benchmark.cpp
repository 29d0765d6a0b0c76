// Measures webhook deliveries of the real service, each figure compared with a limit measured in the same
// run, because machines are noisy. It never fails because of slow times.
//
//   svc_webhook_benchmark [receivers, default 1000; 0 measures only the due rows]

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <sstream>
#include <thread>
#include <vector>

#include <libpq-fe.h>
#include <unistd.h>

#include <svc/id.hpp>

#include "host/db/embedded.hpp"
#include "host/webhooks/https_sender.hpp"
#include "support/https_receiver.hpp"
#include "support/running_service.hpp"

namespace svc::load {
namespace {

using Clock = std::chrono::steady_clock;
using Millis = std::chrono::duration<double, std::milli>; // elapsed time, not money

constexpr int Rows = 1000;
constexpr int InFlight = 4; // deliveries to one receiver at a time, as in the service

double since(Clock::time_point start) {
    return Millis(Clock::now() - start).count();
}

void line(const std::string& name, double value, const char* unit, double limit, const std::string& ofWhat) {
    std::cout << std::left << std::setw(58) << name << std::right << std::fixed << std::setprecision(1)
              << std::setw(10) << value << ' ' << unit << "   " << std::setprecision(2) << value / limit
              << " x " << ofWhat << " (" << std::setprecision(1) << limit << ")\n"
              << std::flush;
}

/// CPU time in ms used so far by three processes: the benchmark with its receiver, the host, and PostgreSQL.
struct Effort {
    double here = 0;
    double host = 0;
    double database = 0;
};

/// Parent and CPU time in ms of a process; no value when it has ended.
std::optional<std::pair<pid_t, double>> usedBy(pid_t process) {
    std::ifstream file("/proc/" + std::to_string(process) + "/stat");
    std::string text(std::istreambuf_iterator<char>(file), {});
    const std::size_t name = text.rfind(')');
    if (name == std::string::npos) {
        return std::nullopt;
    }
    std::istringstream fields(text.substr(name + 2));
    std::string skipped;
    pid_t parent = 0;
    double user = 0;
    double system = 0;
    fields >> skipped >> parent;
    for (int i = 0; i < 9; ++i) {
        fields >> skipped;
    }
    fields >> user >> system;
    return std::pair(parent, (user + system) * 1000 / static_cast<double>(::sysconf(_SC_CLK_TCK)));
}

Effort effortOf(const test::RunningService& service) {
    pid_t postmaster = 0;
    std::ifstream(service.dataFolder() / "postgres" / "data" / "postmaster.pid") >> postmaster;
    Effort effort;
    for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
        const pid_t process = std::atoi(entry.path().filename().c_str());
        const auto used = process > 0 ? usedBy(process) : std::nullopt;
        if (used) {
            effort.here += process == ::getpid() ? used->second : 0;
            effort.host += process == service.pid() ? used->second : 0;
            effort.database += used->first == postmaster ? used->second : 0;
        }
    }
    return effort;
}

test::ServiceOptions optionsFor(const test::HttpsReceiver& receiver) {
    test::ServiceOptions options;
    options.plugins = {"partners", "stock", "treasury", "ledger", "sales"};
    options.validate = false;
    options.extra = "webhooks: { allow: [\"" + receiver.hostAndPort() + "\"], caFile: \"" +
                    receiver.certificate().string() + "\" }\n";
    return options;
}

/// The company of this run, with more keys than its requests need, and receivers at its paths.
class World {
public:
    World(test::RunningService& service, test::HttpsReceiver& receiver)
        : service_(service), receiver_(receiver), company_(service.createCompany("Load", "FR")) {
        test::HttpClient owner = service_.anonymous();
        owner.setCredential(owner
                                .post("/auth/login", Json::object({{"email", company_["ownerEmail"]},
                                                                   {"password", company_["ownerPassword"]}}))
                                .json.textOr("token"));
        for (int i = 0; i < 40; ++i) {
            const test::Answer made =
                owner.post(path("/api-keys"),
                           Json::object({{"name", "load"},
                                         {"mode", "live"},
                                         {"scopes", Json::array({"sales:view", "sales:create", "sales:update",
                                                                 "webhooks:manage", "events:read"})}}));
            if (made.status != 201) {
                throw std::runtime_error("no key: " + made.body);
            }
            keys_.push_back(made.json.textOr("key"));
        }
    }

    std::string path(const std::string& rest) const {
        return "/companies/" + company_.textOr("companyId") + rest;
    }
    test::HttpClient client() { return service_.client(keys_[turn_++ % keys_.size()]); }

    std::string addHook(test::HttpClient& client, const std::string& at) const {
        const test::Answer made = client.post(
            path("/webhooks"),
            Json::object({{"url", receiver_.url(at)}, {"events", Json::array({"sale.created"})}}));
        if (made.status != 201) {
            throw std::runtime_error("no webhook: " + made.body);
        }
        return made.json.textOr("id");
    }
    /// Switches to another key: each has a rate limit per minute.
    void renew(test::HttpClient& client) { client.setCredential(keys_[turn_++ % keys_.size()]); }

    void removeHooks() {
        test::HttpClient one = client();
        int requests = 0;
        for (;;) {
            const Json page = one.get(path("/webhooks")).json;
            const Json& list = page.isArray() ? page : page["data"];
            if (list.size() == 0) {
                return;
            }
            for (const Json& hook : list.items()) {
                one.remove(path("/webhooks/" + hook.textOr("id")));
                if (++requests % 300 == 0) {
                    renew(one);
                }
            }
        }
    }
    void sell(test::HttpClient& client) const {
        const test::Answer sale = client.post(
            path("/sales"),
            Json::object({{"lines", Json::array({Json::object(
                                        {{"label", "Work"}, {"quantity", 1}, {"unitPrice", 10}})})}}));
        if (sale.status != 201) {
            throw std::runtime_error("no sale: " + sale.body);
        }
    }
    Uuid uuid() const { return *decodeId("com", company_.textOr("companyId")); }

private:
    test::RunningService& service_;
    test::HttpsReceiver& receiver_;
    Json company_;
    std::vector<std::string> keys_;
    std::atomic<std::size_t> turn_{0};
};

/// Runs SQL as the owner of the tables, bound to the company.
void runAsOwner(const test::RunningService& service, const Uuid& company, const std::string& sql) {
    const auto access = host::db::EmbeddedServer::attach(service.dataFolder());
    const std::unique_ptr<PGconn, decltype(&PQfinish)> connection(
        PQconnectdb(access->owner.connectionString.c_str()), &PQfinish);
    const std::string script =
        "BEGIN; SELECT set_config('svc.company', '" + company.toString() + "', true); " + sql + "; COMMIT";
    const std::unique_ptr<PGresult, decltype(&PQclear)> result(PQexec(connection.get(), script.c_str()),
                                                               &PQclear);
    if (PQresultStatus(result.get()) != PGRES_COMMAND_OK) {
        throw std::runtime_error(PQerrorMessage(connection.get()));
    }
}

/// Requests per second of the receiver with four clients that only send.
double ceilingOf(const test::HttpsReceiver& receiver, const std::string& body) {
    const host::webhooks::AddressPolicy policy({receiver.hostAndPort()});
    host::webhooks::HttpsSender sender(policy,
                                       host::webhooks::makeTlsContext(receiver.certificate().string()));
    std::atomic<int> left{Rows};
    const auto start = Clock::now();
    std::vector<std::thread> threads;
    for (int i = 0; i < InFlight; ++i) {
        threads.emplace_back([&] {
            while (left-- > 0) {
                sender.send({receiver.url("/ceiling"), {{"Content-Type", "application/json"}}, body});
            }
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    return Rows * 1000.0 / since(start);
}

void dueRows(test::RunningService& service, World& world, test::HttpsReceiver& receiver) {
    test::HttpClient client = world.client();
    const Uuid hook = *decodeId("whk", world.addHook(client, "/due"));
    world.sell(client);
    const auto first = receiver.waitFor("/due", 1);
    std::this_thread::sleep_for(std::chrono::milliseconds(500)); // until the success is recorded
    const double ceiling = ceilingOf(receiver, first.at(0).body);
    const std::string ids = "'" + world.uuid().toString() + "'::uuid, '" + hook.toString() + "'::uuid";
    const std::string event = " FROM svc.event e, made WHERE e.company_id = '" + world.uuid().toString() +
                              "' AND e.position = (SELECT max(position) FROM svc.event)";
    runAsOwner(
        service, world.uuid(),
        "WITH made AS (SELECT gen_random_uuid() AS id, n FROM generate_series(1, " + std::to_string(Rows) +
            ") n), filed AS (INSERT INTO svc.webhook_delivery (company_id, webhook_id, id, event_number,"
            " position, event, object_id, state, created_at) SELECT " +
            ids + ", made.id, e.number, e.position, e.type, 'sal_' || n, 'pending', e.created_at" + event +
            ") INSERT INTO svc.webhook_due (company_id, webhook_id, delivery_id, created_at, position,"
            " object_id, due_at) SELECT " +
            ids +
            ", made.id, e.created_at, e.position, 'sal_' || n, e.created_at + n * interval '1 microsecond'" +
            event);
    const Effort before = effortOf(service);
    const auto start = Clock::now();
    world.sell(client); // one more sale, whose commit wakes the workers
    while (service.sql("SELECT 1 FROM svc.webhook_due LIMIT 1").size() > 0 && since(start) < 120000) {
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    line("1,000 due rows to one receiver, recorded", Rows * 1000.0 / since(start), "a second", ceiling,
         "of four senders alone");
    const Effort after = effortOf(service);
    std::cout << "  processor time a delivery, us: host " << (after.host - before.host) * 1000 / Rows
              << ", PostgreSQL " << (after.database - before.database) * 1000 / Rows << ", receiver "
              << (after.here - before.here) * 1000 / Rows << '\n';
    world.removeHooks();
}

/// Milliseconds from the commit until each receiver on `/fast…` has got the event.
std::vector<double> waits(World& world, const std::vector<std::string>& paths, std::mutex& mutex,
                          std::map<std::string, Clock::time_point>& came) {
    test::HttpClient client = world.client();
    {
        const std::lock_guard lock(mutex);
        came.clear();
    }
    world.sell(client);
    const auto start = Clock::now();
    for (;;) {
        {
            const std::lock_guard lock(mutex);
            if (came.size() >= paths.size() || since(start) > 60000) {
                break;
            }
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    std::vector<double> found;
    const std::lock_guard lock(mutex);
    for (const auto& [path, at] : came) {
        found.push_back(Millis(at - start).count());
    }
    std::sort(found.begin(), found.end());
    return found;
}

void silentReceivers(World& world, test::HttpsReceiver& receiver, int count) {
    std::mutex mutex;
    std::map<std::string, Clock::time_point> came;
    std::atomic<bool> silent{false};
    receiver.react([&](const test::Received& request) {
        if (request.path.rfind("/slow", 0) == 0) {
            return silent ? test::Reaction::silence() : test::Reaction();
        }
        const std::lock_guard lock(mutex);
        came.try_emplace(request.path, Clock::now());
        return test::Reaction();
    });
    std::vector<std::string> fast;
    test::HttpClient client = world.client();
    for (int i = 0; i < count; ++i) {
        if (i % 400 == 399) {
            world.renew(client);
        }
        const std::string path = (i % 10 == 0 ? "/slow" : "/fast") + std::to_string(i);
        world.addHook(client, path);
        if (i % 10 != 0) {
            fast.push_back(path);
        }
    }
    waits(world, fast, mutex, came); // each receiver has answered once
    std::this_thread::sleep_for(std::chrono::seconds(2));
    const std::vector<double> all = waits(world, fast, mutex, came);
    std::this_thread::sleep_for(std::chrono::seconds(2));
    silent = true;
    const std::vector<double> some = waits(world, fast, mutex, came);
    std::this_thread::sleep_for(std::chrono::seconds(3));
    const std::vector<double> again = waits(world, fast, mutex, came);
    const std::string of = std::to_string(count) + " receivers";
    line(of + ", 10 % silent: longest wait of the others", some.back(), "ms", all.back(), "when all answer");
    line(of + ", 10 % silent: median wait", some[some.size() / 2], "ms", all[all.size() / 2],
         "when all answer");
    line(of + ", 10 % still silent: longest wait", again.back(), "ms", all.back(), "when all answer");
    std::cout << "reached " << some.size() << " and " << again.size() << " of " << fast.size() << '\n';
    receiver.react({});
    world.removeHooks();
}

void journal(World& world) {
    test::HttpClient client = world.client();
    std::string cursor = client.get(world.path("/events?order=desc&limit=1")).json.textOr("nextCursor");
    std::vector<double> waited;
    std::vector<double> empty;
    for (int i = 0; i < 150; ++i) {
        const auto idle = Clock::now();
        client.get(world.path("/events?cursor=" + cursor));
        empty.push_back(since(idle));
        world.sell(client);
        const auto committed = Clock::now();
        for (bool seen = false; !seen;) {
            const Json page = client.get(world.path("/events?cursor=" + cursor)).json;
            seen = page["data"].size() > 0;
            cursor = page.textOr("nextCursor", cursor);
        }
        waited.push_back(since(committed));
    }
    std::sort(waited.begin(), waited.end());
    std::sort(empty.begin(), empty.end());
    line("events readable after the commit, slowest of 150", waited.back(), "ms", empty.back(),
         "the slowest empty reading");
    line("events readable after the commit, median", waited[75], "ms", empty[75], "an empty reading");
}

void costOfWrites(World& world) {
    double alone = 0;
    for (const int hooks : {0, 1, 10}) {
        test::HttpClient setting = world.client();
        for (int i = 0; i < hooks; ++i) {
            world.addHook(setting, "/cost" + std::to_string(i));
        }
        test::HttpClient client = world.client();
        std::vector<double> times;
        for (int i = 0; i < 300; ++i) {
            const auto start = Clock::now();
            world.sell(client);
            times.push_back(since(start));
        }
        std::sort(times.begin(), times.end());
        const double median = times[times.size() / 2];
        alone = hooks == 0 ? median : alone;
        line("a sale with " + std::to_string(hooks) + " webhooks listening, median", median, "ms", alone,
             "without");
        std::this_thread::sleep_for(std::chrono::seconds(1));
        world.removeHooks();
    }
}

int run(int receivers) {
    const std::filesystem::path folder =
        std::filesystem::temp_directory_path() / ("svc-webhook-load-" + std::to_string(::getpid()));
    test::HttpsReceiver receiver(folder);
    test::RunningService service(optionsFor(receiver));
    World world(service, receiver);
    for (int i = 0; i < 4; ++i) {
        dueRows(service, world, receiver);
    }
    if (receivers > 0) {
        journal(world);
        costOfWrites(world);
        silentReceivers(world, receiver, receivers);
    }
    std::filesystem::remove_all(folder);
    return 0;
}

} // namespace
} // namespace svc::load

int main(int count, char** words) {
    try {
        return svc::load::run(count > 1 ? std::atoi(words[1]) : 1000);
    } catch (const std::exception& error) {
        std::cerr << error.what() << '\n';
        return 1;
    }
}
