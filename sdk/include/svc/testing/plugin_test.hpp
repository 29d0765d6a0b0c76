/// @file Runs a plugin in a test: its library with a scratch PostgreSQL, its routes called without sockets.
///
///     TEST(Notes, ANoteIsKept) {
///         svc::testing::PluginTest test(SVC_PLUGIN_FOLDER);
///         const auto answer = test.post("createNote", {{"title", "Opening hours"}});
///         EXPECT_EQ(answer.status, 201) << answer.fault;
///         EXPECT_EQ(test.events().at(0).type, "note.created");
///     }
///
/// The same as in the service: tables created by the plugin's migrations as svc_owner, row-level security for
/// svc_app, one transaction per call that a refusal rolls back, queued and late writes, constraints with
/// their error codes, declared event types and commands, and code that runs outside of a transaction.
///
/// Not supported: validation of requests against openapi.yaml (pass only what the host would let through),
/// scopes, hooks, numbers from the database.
#pragma once

#include <concepts>
#include <initializer_list>
#include <map>
#include <string>
#include <vector>

#include <svc/testing/fake_host.hpp>
#include <svc/testing/scratch_database.hpp>

namespace svc::testing {

namespace detail {
struct PluginFile;
}

class PluginTest {
public:
    using Fields = std::initializer_list<Json::Field>;
    using Values = std::map<std::string, std::string>;

    /// @param folder  the built folder of the plugin: plugin.yaml, migrations/ and the library
    explicit PluginTest(const std::string& folder);
    ~PluginTest();
    PluginTest(const PluginTest&) = delete;
    PluginTest& operator=(const PluginTest&) = delete;

    // Configuration, before the first call.
    void settings(const Json& block);
    /// Provides a command of another plugin.
    void offer(const std::string& command, FakeHost::CommandStandIn standIn);
    /// Like offer(), for a command declared to run outside of a transaction: it fails while one is open.
    void offerOutside(const std::string& command, FakeHost::CommandStandIn standIn);
    /// The fake HTTP server for a method and path: `test.http("POST", "/v1/links").answers(201, json)`.
    HttpStandIn& http(const std::string& method, const std::string& path);
    /// Stores a secret before the test.
    void secret(const std::string& name, const std::string& value);

    // Calls of routes, by operationId.
    Answer call(const std::string& operationId, const RouteInput& input);
    Answer get(const std::string& operationId, const Values& path = {}, const Values& query = {});
    Answer post(const std::string& operationId, Fields body, const Values& path = {});
    /// Exactly Json: otherwise clang would also convert `{{"title", "x"}}` to a Json.
    template <std::same_as<Json> Body>
    Answer post(const std::string& operationId, const Body& body, const Values& path = {}) {
        return send(operationId, body, path);
    }
    Answer patch(const std::string& operationId, Fields body, const Values& path = {});
    Answer put(const std::string& operationId, Fields body, const Values& path = {});
    Answer remove(const std::string& operationId, const Values& path = {});
    /// Runs a command. Throws ApiError when it refuses and Fault when it fails, as for its caller.
    Json command(const std::string& name, Fields input = {});
    template <std::same_as<Json> Input>
    Json command(const std::string& name, const Input& input) {
        return run(name, input);
    }
    void hook(const std::string& name, const Json& envelope);
    void subscriber(const std::string& name, const Json& envelope);
    void job(const std::string& name, const Json& payload = Json::object());

    /// Company, caller, clock and language of the following calls.
    Situation& situation() { return host_.situation; }
    std::vector<Event> events() const;
    std::vector<HistoryLine> history() const;
    std::vector<FiledJob> jobs() const;
    std::vector<SentRequest> requests() const;
    std::map<std::string, std::string> secrets() const;
    JobEnd jobEnd() const;
    FakeHost& host() { return host_; }
    ScratchDatabase& database() { return database_; }

private:
    void start();
    Answer send(const std::string& operationId, const Json& body, const Values& path);
    Json run(const std::string& command, const Json& input);

    const detail::PluginFile& file_;
    ScratchDatabase database_;
    FakeHost host_;
    bool started_ = false;
};

} // namespace svc::testing
