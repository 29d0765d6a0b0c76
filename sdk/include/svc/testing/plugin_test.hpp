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
/// What is not there: checking requests against openapi.yaml (give the handler what the host would let
/// through), scopes, hooks, numbers from the database.
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

    // Before the first call.
    void settings(const Json& block);
    /// Stands in for a command of another plugin.
    void offer(const std::string& command, FakeHost::CommandStandIn standIn);
    /// The same of one that is declared outside: it is refused while a transaction is open.
    void offerOutside(const std::string& command, FakeHost::CommandStandIn standIn);
    /// Whom the plugin calls: `test.http("POST", "/v1/links").answers(201, json)`.
    HttpStandIn& http(const std::string& method, const std::string& path);
    /// A secret that the plugin has kept earlier.
    void secret(const std::string& name, const std::string& value);

    // Calls, by operationId.
    Answer call(const std::string& operationId, const RouteInput& input);
    Answer get(const std::string& operationId, const Values& path = {}, const Values& query = {});
    Answer post(const std::string& operationId, Fields body, const Values& path = {});
    /// Of exactly this type: clang would take `{{"title", "x"}}` for a Json as well.
    template <std::same_as<Json> Body>
    Answer post(const std::string& operationId, const Body& body, const Values& path = {}) {
        return send(operationId, body, path);
    }
    Answer patch(const std::string& operationId, Fields body, const Values& path = {});
    Answer put(const std::string& operationId, Fields body, const Values& path = {});
    Answer remove(const std::string& operationId, const Values& path = {});
    /// Throws ApiError when the command refuses and Fault when it breaks, as its caller would see it.
    Json command(const std::string& name, Fields input = {});
    template <std::same_as<Json> Input>
    Json command(const std::string& name, const Input& input) {
        return run(name, input);
    }
    void hook(const std::string& name, const Json& envelope);
    void subscriber(const std::string& name, const Json& envelope);
    void job(const std::string& name, const Json& payload = Json::object());

    /// Company, caller, clock and language of the calls that follow.
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
