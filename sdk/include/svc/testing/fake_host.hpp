/// @file An in-memory host: implements the C tables that a plugin receives, for tests without service and
/// database.
///
///     svc::testing::FakeHost host;
///     host.offer("stock.issue", [](const svc::Json&) { return svc::Json::object({{"value", 1200}}); });
///     const auto library = svc::testing::PluginLibrary::open("…/notes/libnotes.so");
///     ASSERT_TRUE(host.start(library)) << host.refusal();
///     host.willAnswer({{id, "Opening hours", std::nullopt, "2026-11-20 09:00:00+00"}});
///     const svc::testing::Answer answer = host.route("createNote", {.body = …});
///     EXPECT_EQ(host.events().at(0).type, "note.created");
///
/// Calls may run on many threads at once; configure the host (offer, settings, company) before them.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <svc/abi.h>
#include <svc/error.hpp>
#include <svc/testing/http_stand_in.hpp>
#include <svc/testing/plugin_library.hpp>
#include <svc/testing/records.hpp>

namespace svc::testing {

class FakeCall;

/// The company and the caller of the following calls. Change the members as a test needs.
struct Situation {
    Uuid company = *Uuid::parse("01890a5d-ac96-774b-bcce-b302099a8057");
    /// Facts of the company (docs/sdk/reference.md, "Company").
    Json facts = Json::object({{"name", "Example"},
                               {"country", "FR"},
                               {"language", "en"},
                               {"timeZone", "UTC"},
                               {"currency", "EUR"},
                               {"vatNumber", nullptr},
                               {"pricesIncludeTax", true},
                               {"defaultTaxCategory", "S"},
                               {"defaultTaxRate", 20},
                               {"paymentTermsDays", 30},
                               {"lockDate", nullptr},
                               {"chart", "PCG"}});
    std::string language = "en";
    std::int32_t actorKind = SVC_ACTOR_USER;
    Uuid actor = *Uuid::parse("01890a5d-ac96-774b-bcce-b302099a8058");
    Instant now = *Instant::parse("2026-11-20T09:00:00.000Z");
    /// Offset of the company's time zone from UTC; it determines business dates.
    std::int64_t utcOffsetMinutes = 0;
    bool dryRun = false;
    bool limited = false;     ///< the caller is a member limited to some business units
    std::int32_t attempt = 1; ///< attempt number of jobs
};

class FakeHost {
public:
    using CommandStandIn = std::function<Json(const Json& input)>;
    using StatementStandIn = std::function<std::optional<Result>(const Statement&)>;
    using TransactionFactory = std::function<std::unique_ptr<Transaction>(const Uuid& company)>;

    explicit FakeHost(std::uint32_t minor = SVC_ABI_MINOR);
    ~FakeHost();
    FakeHost(const FakeHost&) = delete;
    FakeHost& operator=(const FakeHost&) = delete;

    // Configuration, before the calls.
    Situation situation;
    /// Provides a command of another plugin. The function may throw ApiError to refuse.
    void offer(const std::string& command, CommandStandIn standIn);
    /// Like offer(), for a command declared to run outside of a transaction: it fails while one is open.
    void offerOutside(const std::string& command, CommandStandIn standIn);
    /// Declares that a function of the plugin runs outside of a transaction, by kind (SVC_REGISTER_*) and
    /// name.
    void outside(std::int32_t kind, const std::string& name);
    /// Names of the jobs that are declared with a lane.
    void lanes(std::set<std::string> jobs);
    /// The fake HTTP server for a method and path that the plugin calls.
    HttpStandIn& http(const std::string& method, const std::string& path);
    /// Stores a secret before the test.
    void secret(const std::string& name, const std::string& value);
    /// The plugin's block of svc.yaml.
    void settings(const Json& block);
    /// Sets a limit of the plan; without it there is none.
    void planLimit(const std::string& key, std::int64_t ceiling);
    /// Adds a business unit; the first one is the default unit.
    void businessUnit(const Json& unit);
    /// Maps a constraint to an error code, as under `constraints:` of plugin.yaml.
    void constraint(const std::string& name, const std::string& code);
    /// Restricts the event types that may be emitted; without this call all are allowed.
    void eventTypes(std::set<std::string> types);
    /// Restricts the commands that may be called; without this call all are allowed.
    void usedCommands(std::set<std::string> names);

    // The database. Statements without a prepared answer return no rows.
    /// Adds an answer to the queue; each following query takes the next one.
    void willAnswer(Result result);
    /// Called first for every statement; it may return rows, throw DatabaseError, or return no value.
    void onStatement(StatementStandIn standIn);
    /// Sends all statements to a real database.
    void useTransactions(TransactionFactory factory);

    /// Starts the plugin; returns false when it refused, see refusal(). The library stays loaded.
    bool start(const PluginLibrary& library) { return start(library.start(), library.stop()); }
    bool start(svc_start_function startFunction, svc_stop_function stopFunction = nullptr);
    void stop();
    const std::string& refusal() const noexcept { return refusal_; }
    /// Names that the plugin has registered, by kind (SVC_REGISTER_*).
    std::set<std::string> registered(std::int32_t kind) const;

    // Calls.
    Answer route(const std::string& operationId, const RouteInput& input = {});
    /// Runs a command. Throws ApiError when it refuses and Fault when it fails, as for its caller.
    Json command(const std::string& name, const Json& input = Json::object());
    void hook(const std::string& name, const Json& envelope);
    void subscriber(const std::string& name, const Json& envelope);
    void job(const std::string& name, const Json& payload);

    // Recorded effects. Of a failed call or a dry run only statements and log are kept.
    std::vector<Event> events() const;
    std::vector<HistoryLine> history() const;
    std::vector<FiledJob> jobs() const;
    std::vector<Statement> statements() const;
    std::vector<LogLine> log() const;
    std::vector<SentRequest> requests() const;
    std::map<std::string, std::string> secrets() const;
    /// The end of the last job.
    JobEnd jobEnd() const;
    /// Notes of the last dry run, by section.
    std::map<std::string, std::vector<Json>> notes() const;
    void forget();

    /// The table that the plugin receives.
    const svc_host& table() const noexcept { return table_; }

private:
    friend class FakeCall;
    friend struct FakeTables;
    friend struct FakeOutside;
    struct Binding {
        svc_handler handler = nullptr;
        void* user = nullptr;
    };

    template <typename Value>
    Value copyOf(const Value& value) const;
    Answer run(std::int32_t kind, const std::string& name, const RouteInput& input);
    Json listen(std::int32_t kind, const std::string& name, const Json& input);
    Result answer(const Statement& statement);
    Uuid nextUuid();
    HttpStandIn::Reply replyTo(const SentRequest& request);

    static const svc_host_registry& registryTable();
    static const svc_host_call& callTable();
    static const svc_host_database& databaseTable();
    static const svc_host_business& businessTable();
    static const svc_host_work& workTable();
    static const svc_host_http& httpTable();
    static const svc_host_secrets& secretsTable();

    svc_host table_;
    std::map<std::pair<std::int32_t, std::string>, Binding> bindings_;
    std::map<std::string, CommandStandIn> commands_;
    std::map<std::string, std::int64_t> limits_;
    std::map<std::string, std::string> constraints_;
    std::vector<Json> units_;
    std::optional<std::set<std::string>> types_;
    std::optional<std::set<std::string>> uses_;
    std::set<std::pair<std::int32_t, std::string>> outside_;
    std::set<std::string> lanes_;
    std::map<std::pair<std::string, std::string>, HttpStandIn> standIns_;
    std::string settings_ = "{}";
    std::string refusal_;
    bool starting_ = false;
    svc_stop_function stop_ = nullptr;
    StatementStandIn statementStandIn_;
    TransactionFactory factory_;

    mutable std::mutex mutex_;
    std::deque<Result> results_;
    std::vector<Event> events_;
    std::vector<HistoryLine> history_;
    std::vector<FiledJob> jobs_;
    std::vector<Statement> statements_;
    std::vector<LogLine> log_;
    std::map<std::string, std::vector<Json>> notes_;
    std::map<std::string, std::int64_t> numbers_;
    std::vector<SentRequest> requests_;
    std::map<std::string, std::string> secrets_;
    JobEnd jobEnd_;
    std::uint64_t uuids_ = 0;
};

} // namespace svc::testing
