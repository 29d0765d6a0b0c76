/// @file A plugin under test: its library against a scratch PostgreSQL, its routes called without sockets.
///
///     TEST(Notes, ANoteIsKept) {
///         svc::testing::PluginTest test(SVC_PLUGIN_FOLDER);
///         const auto answer = test.post("createNote", {{"title", "Opening hours"}});
///         EXPECT_EQ(answer.status, 201) << answer.fault;
///         EXPECT_EQ(test.events().at(0).type, "note.created");
///     }
///
/// What is the same as in the service: the tables made by the plugin's migrations as svc_owner, row-level
/// security for svc_app, one transaction a call that a refusal rolls back, queued and late writes,
/// constraints with their codes, event types and commands by declaration, what runs outside of a transaction.
/// What is not there: checking
/// requests against openapi.yaml (give the handler what the host would let through), scopes, hooks, numbers
/// from the database.
#pragma once

#include <svc/testing/detail/plugin_file.hpp>
#include <svc/testing/fake_host.hpp>
#include <svc/testing/scratch_database.hpp>

#include <concepts>

namespace svc::testing {

class PluginTest {
public:
    using Fields = std::initializer_list<Json::Field>;
    using Values = std::map<std::string, std::string>;

    /// @param folder  the built folder of the plugin: plugin.yaml, migrations/ and the library
    explicit PluginTest(const std::filesystem::path& folder)
        : folder_(folder), file_(folder / "plugin.yaml"), id_(file_.value("id")) {
        std::string schema = id_;
        std::replace(schema.begin(), schema.end(), '-', '_');
        const std::string migrations = file_.value("migrations");
        database_.migrate(schema, folder / (migrations.empty() ? "migrations" : migrations));
        database_.declare(file_.lists(schema));
        for (const auto& [name, code] : file_.constraints()) {
            host_.constraint(name, code);
        }
        host_.eventTypes(file_.eventTypes());
        host_.usedCommands(file_.usedCommands());
        for (const std::string& name : file_.flagged("commands", "outside")) {
            host_.outside(SVC_REGISTER_COMMAND, name);
        }
        for (const std::string& name : file_.flagged("jobs", "outside")) {
            host_.outside(SVC_REGISTER_JOB, name);
        }
        for (const std::string& name : detail::PluginFile::outsideOperations(folder / "openapi.yaml")) {
            host_.outside(SVC_REGISTER_ROUTE, name);
        }
        host_.lanes(file_.flagged("jobs", "lane"));
        host_.useTransactions([this](const Uuid& company) { return database_.begin(company); });
    }
    ~PluginTest() { host_.stop(); }
    PluginTest(const PluginTest&) = delete;
    PluginTest& operator=(const PluginTest&) = delete;

    // Before the first call.
    void settings(const Json& block) { host_.settings(block); }
    /// Stands in for a command of another plugin.
    void offer(const std::string& command, FakeHost::CommandStandIn standIn) {
        host_.offer(command, std::move(standIn));
    }

    /// The same of one that is declared outside: it is refused while a transaction is open.
    void offerOutside(const std::string& command, FakeHost::CommandStandIn standIn) {
        host_.offerOutside(command, std::move(standIn));
    }
    /// Whom the plugin calls: `test.http("POST", "/v1/links").answers(201, json)`.
    HttpStandIn& http(const std::string& method, const std::string& path) { return host_.http(method, path); }
    /// A secret that the plugin has kept earlier.
    void secret(const std::string& name, const std::string& value) { host_.secret(name, value); }

    // Calls, by operationId.
    Answer call(const std::string& operationId, const RouteInput& input) {
        start();
        return host_.route(operationId, input);
    }
    Answer get(const std::string& operationId, const Values& path = {}, const Values& query = {}) {
        return call(operationId, {Json::object(), path, query, {}});
    }
    Answer post(const std::string& operationId, Fields body, const Values& path = {}) {
        return call(operationId, {Json::object(body), path, {}, {}});
    }
    /// Of exactly this type: clang would take `{{"title", "x"}}` for a Json as well.
    template <std::same_as<Json> Body>
    Answer post(const std::string& operationId, const Body& body, const Values& path = {}) {
        return call(operationId, {body, path, {}, {}});
    }
    Answer patch(const std::string& operationId, Fields body, const Values& path = {}) {
        return post(operationId, body, path);
    }
    Answer put(const std::string& operationId, Fields body, const Values& path = {}) {
        return post(operationId, body, path);
    }
    Answer remove(const std::string& operationId, const Values& path = {}) { return get(operationId, path); }
    /// Throws ApiError when the command refuses and Fault when it breaks, as its caller would see it.
    Json command(const std::string& name, Fields input = {}) {
        start();
        return host_.command(name, Json::object(input));
    }
    template <std::same_as<Json> Input>
    Json command(const std::string& name, const Input& input) {
        start();
        return host_.command(name, input);
    }
    void hook(const std::string& name, const Json& envelope) {
        start();
        host_.hook(name, envelope);
    }
    void subscriber(const std::string& name, const Json& envelope) {
        start();
        host_.subscriber(name, envelope);
    }
    void job(const std::string& name, const Json& payload = Json::object()) {
        start();
        host_.job(name, payload);
    }

    /// Company, caller, clock and language of the calls that follow.
    Situation& situation() { return host_.situation; }
    std::vector<Event> events() const { return host_.events(); }
    std::vector<HistoryLine> history() const { return host_.history(); }
    std::vector<FiledJob> jobs() const { return host_.jobs(); }
    std::vector<SentRequest> requests() const { return host_.requests(); }
    std::map<std::string, std::string> secrets() const { return host_.secrets(); }
    JobEnd jobEnd() const { return host_.jobEnd(); }
    FakeHost& host() { return host_; }
    ScratchDatabase& database() { return database_; }

private:
    void start() {
        if (started_) {
            return;
        }
        const std::string library = file_.value("library");
        const PluginLibrary opened =
            PluginLibrary::open((folder_ / (library.empty() ? "lib" + id_ + ".so" : library)).string());
        if (!host_.start(opened)) {
            throw std::runtime_error("plugin " + id_ + " refused to start: " + host_.refusal());
        }
        started_ = true;
    }

    std::filesystem::path folder_;
    detail::PluginFile file_;
    std::string id_;
    ScratchDatabase database_;
    FakeHost host_;
    bool started_ = false;
};

} // namespace svc::testing
