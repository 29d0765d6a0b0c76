// A thousand connections are due at once, and half of them call a provider that never answers.
#include <algorithm>
#include <chrono>
#include <fstream>
#include <iostream>
#include <thread>

#include "faults/own_postgres.hpp"
#include "faults/own_server.hpp"
#include "support/checks.hpp"
#include "support/https_receiver.hpp"

namespace svc::test {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;
using std::chrono::seconds;

/// Limit in KiB. A sanitizer keeps up to 256 MiB of freed memory.
#ifdef __SANITIZE_ADDRESS__
constexpr std::int64_t MostGrowth = 384 * 1024;
#else
constexpr std::int64_t MostGrowth = 96 * 1024;
#endif

class Connections : public ::testing::Test {
protected:
    static std::filesystem::path folder(const std::string& name) {
        return std::filesystem::temp_directory_path() / ("svc-" + name + '-' + std::to_string(::getpid()));
    }
    static std::filesystem::path made(const std::filesystem::path& path) {
        std::filesystem::create_directories(path);
        return path;
    }
    Connections() {
        server_.create();
        server_.start();
        server_.sql("CREATE DATABASE shop");
        world_.react([](const Received& request) {
            // The provider testfeed answers, frankfurter never does.
            return request.path.starts_with("/rates?page=")
                       ? Reaction::status(
                             200, "Content-Type: application/json\r\n",
                             R"({"rates":[{"currency":"USD","rate":1.1,"date":"2026-11-19"}],"more":false})")
                       : Reaction::silence();
        });
    }
    ~Connections() override {
        std::error_code ignored;
        std::filesystem::remove_all(folder("world"), ignored);
    }

    ServiceOptions options() const {
        ServiceOptions options = onServer("postgresql://postgres@/shop?host=" + server_.folder());
        options.plugins = {"partners", "treasury", "integrations", "provider", "frankfurter"};
        options.pluginFolders = {SVC_TEST_PLUGINS};
        options.settings["provider"] = "{ baseUrl: \"" + world_.url("") + "\" }";
        options.settings["frankfurter"] = "{ baseUrl: \"" + world_.url("/hangs") + "\" }";
        options.extra += "webhooks: { caFile: \"" + world_.certificate().string() + "\" }\n";
        options.validate = false;
        options.clock = false;
        return options;
    }

    /// Creates companies like the first one, without any due work.
    void makeCompanies(RunningService& service, int count) {
        const std::string first = service.sql("SELECT company_id FROM svc.company").front();
        server_.sql(
            "INSERT INTO svc.company SELECT (jsonb_populate_record(c, jsonb_build_object('company_id',"
            " md5('company' || i), 'slug', 'company-' || i, 'ordinal',"
            " nextval('svc.company_ordinal'), 'default_business_unit_id', NULL, 'default_wallet_id',"
            " NULL))).* FROM svc.company c, generate_series(1, " +
                std::to_string(count) +
                ") i; INSERT INTO svc.company_clock (company_id)"
                " SELECT company_id FROM svc.company WHERE slug LIKE 'company-%';"
                " INSERT INTO svc.schedule (company_id, plugin, name, next_at) SELECT c.company_id,"
                " s.plugin, s.name, now() + interval '1 year' FROM svc.company c, svc.schedule s"
                " WHERE c.slug LIKE 'company-%' AND s.company_id = '" +
                first + "'",
            "shop");
    }
    /// Connects the companies `from` to `to`; their runs are due at once, those of `provider` at position
    /// `turn` in the queue.
    void connect(const std::string& provider, int from, int to, int turn) {
        const std::string companies =
            " FROM (SELECT md5('company' || i)::uuid AS company FROM generate_series(" +
            std::to_string(from) + ", " + std::to_string(to) + ") i) c; ";
        const std::string name = '\'' + provider + '\'';
        server_.sql(
            "INSERT INTO integrations.connection (company_id, provider, state, connected_at, created_at,"
            " updated_at) SELECT company, " +
                name + ", 'connected', now(), now(), now()" + companies +
                "INSERT INTO integrations.feed (company_id, provider, name, turn, due_at) SELECT company, " +
                name + ", 'rates', 1, now()" + companies +
                "INSERT INTO svc.job (company_id, id, plugin, name, kind, due_at, outside, lane, lane_number,"
                " payload, created_at) SELECT company, gen_random_uuid(), 'integrations', 'sync', 'sync',"
                " now() - interval '1 hour' + interval '1 second' * " +
                std::to_string(turn) + ", true, " + name +
                ", nextval('svc.job_lane_number'), '{\"provider\":\"" + provider +
                "\",\"feed\":null}', now()" + companies,
            "shop");
    }
    /// The time until this many runs of the answering provider have ended.
    milliseconds untilSynced(RunningService& service, int count) {
        const auto began = Clock::now();
        int done = 0;
        while (done < count && Clock::now() - began < seconds(120)) {
            std::this_thread::sleep_for(milliseconds(100));
            done = std::stoi(service
                                 .sql("SELECT count(*) FROM integrations.feed WHERE provider = 'testfeed'"
                                      " AND records = 1")
                                 .front());
            look(service);
        }
        EXPECT_EQ(done, count) << service.log().substr(0, 3000);
        return std::chrono::duration_cast<milliseconds>(Clock::now() - began);
    }
    static std::int64_t statusOf(const RunningService& service, const std::string& field) {
        std::ifstream status("/proc/" + std::to_string(service.pid()) + "/status");
        for (std::string line; std::getline(status, line);) {
            if (line.rfind(field + ':', 0) == 0) {
                return std::stoll(line.substr(field.size() + 1));
            }
        }
        return 0;
    }
    void look(const RunningService& service) {
        threads_ = std::max(threads_, statusOf(service, "Threads"));
        memory_ = std::max(memory_, statusOf(service, "VmRSS"));
    }
    static std::string metric(const RunningService& service, const std::string& name) {
        const std::string text = service.anonymous().get("/metrics").body;
        const std::size_t at = text.find('\n' + name + ' ');
        return at == std::string::npos
                   ? ""
                   : text.substr(at + name.size() + 2, text.find('\n', at + 1) - at - name.size() - 2);
    }

    OwnPostgres server_{folder("connections")};
    HttpsReceiver world_{made(folder("world"))};
    std::int64_t threads_ = 0;
    std::int64_t memory_ = 0; ///< KiB
};

TEST_F(Connections, AThousandAtOnceAreServedAlthoughOneProviderHangs) {
    constexpr int Alone = 100;
    constexpr int Half = 500;
    RunningService service(options());
    makeCompanies(service, Half);
    connect("testfeed", 1, Alone, 1);
    const milliseconds alone = untilSynced(service, Alone);
    const std::int64_t threads = threads_;
    const std::int64_t memory = memory_;

    // The hanging runs are the first in the queue.
    const auto began = Clock::now();
    connect("frankfurter", 1, Half, 0);
    connect("testfeed", Alone + 1, Half, 1);
    const milliseconds together = untilSynced(service, Half);
    const double each = static_cast<double>(together.count()) / (Half - Alone);
    const double eachAlone = static_cast<double>(alone.count()) / Alone;
    std::cout << "1,000 connections: " << Alone << " alone in " << alone.count() << " ms (" << eachAlone
              << " ms each), then " << Half - Alone << " beside " << Half << " that hang in "
              << together.count() << " ms (" << each << " ms each); threads " << threads << " -> " << threads_
              << ", memory " << memory / 1024 << " -> " << memory_ / 1024 << " MiB\n";
    EXPECT_LT(together, seconds(60));
    EXPECT_LT(each, 3 * eachAlone + 20) << "no slower beside a provider that hangs";
    EXPECT_LE(threads_, threads + 4) << "no thread of its own for a connection that waits";
    EXPECT_LT(memory_ - memory, MostGrowth);

    // No thread waits for it any more: after calls that hung for thirty seconds its circuit is open.
    std::string open;
    while (open != "1" && Clock::now() - began < seconds(90)) {
        std::this_thread::sleep_for(milliseconds(500));
        open = metric(service, "svc_circuits_open{plugin=\"frankfurter\"}");
    }
    EXPECT_EQ(open, "1");
    const std::string timeouts =
        metric(service, "svc_connector_calls_total{plugin=\"frankfurter\",status=\"timeout\"}");
    EXPECT_LE(std::stoi(timeouts.empty() ? "0" : timeouts), 16) << "a quarter of the threads at a time";
    while (metric(service, "svc_connector_calls_total{plugin=\"frankfurter\",status=\"circuit-open\"}")
               .empty() &&
           Clock::now() - began < seconds(100)) {
        std::this_thread::sleep_for(milliseconds(500));
    }
    EXPECT_NE(metric(service, "svc_connector_calls_total{plugin=\"frankfurter\",status=\"circuit-open\"}"),
              "");
    EXPECT_EQ(service.sql("SELECT count(*) FROM integrations.connection WHERE state <> 'connected'"),
              std::vector<std::string>{"0"});
}

} // namespace
} // namespace svc::test
