#include <svc/testing/plugin_test.hpp>

#include <stdexcept>

#include "plugin_file.hpp"

namespace svc::testing {

PluginTest::PluginTest(const std::string& folder) : file_(detail::PluginFile::of(folder)) {
    database_.migrate(file_.schema, file_.migrations.string());
    database_.declare(file_.lists);
    for (const auto& [name, code] : file_.constraints) {
        host_.constraint(name, code);
    }
    host_.eventTypes(file_.eventTypes);
    host_.usedCommands(file_.usedCommands);
    for (const std::string& name : file_.outsideCommands) {
        host_.outside(SVC_REGISTER_COMMAND, name);
    }
    for (const std::string& name : file_.outsideJobs) {
        host_.outside(SVC_REGISTER_JOB, name);
    }
    for (const std::string& name : file_.outsideOperations) {
        host_.outside(SVC_REGISTER_ROUTE, name);
    }
    host_.lanes(file_.laneJobs);
    host_.useTransactions([this](const Uuid& company) { return database_.begin(company); });
}

PluginTest::~PluginTest() {
    host_.stop();
}

void PluginTest::settings(const Json& block) {
    host_.settings(block);
}

void PluginTest::offer(const std::string& command, FakeHost::CommandStandIn standIn) {
    host_.offer(command, std::move(standIn));
}

void PluginTest::offerOutside(const std::string& command, FakeHost::CommandStandIn standIn) {
    host_.offerOutside(command, std::move(standIn));
}

HttpStandIn& PluginTest::http(const std::string& method, const std::string& path) {
    return host_.http(method, path);
}

void PluginTest::secret(const std::string& name, const std::string& value) {
    host_.secret(name, value);
}

Answer PluginTest::call(const std::string& operationId, const RouteInput& input) {
    start();
    return host_.route(operationId, input);
}

Answer PluginTest::get(const std::string& operationId, const Values& path, const Values& query) {
    return call(operationId, {Json::object(), path, query, {}});
}

Answer PluginTest::post(const std::string& operationId, Fields body, const Values& path) {
    return send(operationId, Json::object(body), path);
}

Answer PluginTest::patch(const std::string& operationId, Fields body, const Values& path) {
    return send(operationId, Json::object(body), path);
}

Answer PluginTest::put(const std::string& operationId, Fields body, const Values& path) {
    return send(operationId, Json::object(body), path);
}

Answer PluginTest::remove(const std::string& operationId, const Values& path) {
    return get(operationId, path);
}

Json PluginTest::command(const std::string& name, Fields input) {
    return run(name, Json::object(input));
}

void PluginTest::hook(const std::string& name, const Json& envelope) {
    start();
    host_.hook(name, envelope);
}

void PluginTest::subscriber(const std::string& name, const Json& envelope) {
    start();
    host_.subscriber(name, envelope);
}

void PluginTest::job(const std::string& name, const Json& payload) {
    start();
    host_.job(name, payload);
}

std::vector<Event> PluginTest::events() const {
    return host_.events();
}

std::vector<HistoryLine> PluginTest::history() const {
    return host_.history();
}

std::vector<FiledJob> PluginTest::jobs() const {
    return host_.jobs();
}

std::vector<SentRequest> PluginTest::requests() const {
    return host_.requests();
}

std::map<std::string, std::string> PluginTest::secrets() const {
    return host_.secrets();
}

JobEnd PluginTest::jobEnd() const {
    return host_.jobEnd();
}

void PluginTest::start() {
    if (started_) {
        return;
    }
    const PluginLibrary opened = PluginLibrary::open(file_.library.string());
    if (!host_.start(opened)) {
        throw std::runtime_error("plugin " + file_.id + " refused to start: " + host_.refusal());
    }
    started_ = true;
}

Answer PluginTest::send(const std::string& operationId, const Json& body, const Values& path) {
    return call(operationId, {body, path, {}, {}});
}

Json PluginTest::run(const std::string& command, const Json& input) {
    start();
    return host_.command(command, input);
}

} // namespace svc::testing
