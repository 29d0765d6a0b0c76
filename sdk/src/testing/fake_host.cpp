#include <svc/testing/fake_host.hpp>

#include <array>
#include <stdexcept>

#include "fake_call.hpp"

namespace svc::testing {

template <typename Value>
Value FakeHost::copyOf(const Value& value) const {
    const std::lock_guard lock(mutex_);
    return value;
}

FakeHost::FakeHost(std::uint32_t minor)
    : table_{sizeof(svc_host),
             SVC_ABI_MAJOR,
             minor,
             0,
             &registryTable(),
             &callTable(),
             &databaseTable(),
             &businessTable(),
             &workTable(),
             &httpTable(),
             &secretsTable()} {}

FakeHost::~FakeHost() = default;

void FakeHost::offer(const std::string& command, CommandStandIn standIn) {
    commands_[command] = std::move(standIn);
}

void FakeHost::offerOutside(const std::string& command, CommandStandIn standIn) {
    outside_.insert({SVC_REGISTER_COMMAND, '*' + command});
    offer(command, std::move(standIn));
}

void FakeHost::outside(std::int32_t kind, const std::string& name) {
    outside_.insert({kind, name});
}

void FakeHost::lanes(std::set<std::string> jobs) {
    lanes_ = std::move(jobs);
}

HttpStandIn& FakeHost::http(const std::string& method, const std::string& path) {
    return standIns_[{method, path}];
}

void FakeHost::secret(const std::string& name, const std::string& value) {
    const std::lock_guard lock(mutex_);
    secrets_[name] = value;
}

void FakeHost::settings(const Json& block) {
    settings_ = block.dump();
}

void FakeHost::planLimit(const std::string& key, std::int64_t ceiling) {
    limits_[key] = ceiling;
}

void FakeHost::businessUnit(const Json& unit) {
    units_.push_back(unit);
}

void FakeHost::constraint(const std::string& name, const std::string& code) {
    constraints_[name] = code;
}

void FakeHost::eventTypes(std::set<std::string> types) {
    types_ = std::move(types);
}

void FakeHost::usedCommands(std::set<std::string> names) {
    uses_ = std::move(names);
}

void FakeHost::willAnswer(Result result) {
    const std::lock_guard lock(mutex_);
    results_.push_back(std::move(result));
}

void FakeHost::onStatement(StatementStandIn standIn) {
    statementStandIn_ = std::move(standIn);
}

void FakeHost::useTransactions(TransactionFactory factory) {
    factory_ = std::move(factory);
}

bool FakeHost::start(svc_start_function startFunction, svc_stop_function stopFunction) {
    starting_ = true;
    const std::int32_t result = startFunction(&table_, reinterpret_cast<svc_plugin*>(this));
    starting_ = false;
    stop_ = stopFunction;
    return result == SVC_OK && refusal_.empty();
}

void FakeHost::stop() {
    if (stop_ != nullptr) {
        stop_();
        stop_ = nullptr;
    }
}

std::set<std::string> FakeHost::registered(std::int32_t kind) const {
    std::set<std::string> names;
    for (const auto& [key, binding] : bindings_) {
        if (key.first == kind) {
            names.insert(key.second);
        }
    }
    return names;
}

Answer FakeHost::route(const std::string& operationId, const RouteInput& input) {
    return run(SVC_REGISTER_ROUTE, operationId, input);
}

Json FakeHost::command(const std::string& name, const Json& input) {
    return listen(SVC_REGISTER_COMMAND, name, input);
}

void FakeHost::hook(const std::string& name, const Json& envelope) {
    listen(SVC_REGISTER_HOOK, name, envelope);
}

void FakeHost::subscriber(const std::string& name, const Json& envelope) {
    listen(SVC_REGISTER_SUBSCRIBER, name, envelope);
}

void FakeHost::job(const std::string& name, const Json& payload) {
    listen(SVC_REGISTER_JOB, name, payload);
}

std::vector<Event> FakeHost::events() const {
    return copyOf(events_);
}

std::vector<HistoryLine> FakeHost::history() const {
    return copyOf(history_);
}

std::vector<FiledJob> FakeHost::jobs() const {
    return copyOf(jobs_);
}

std::vector<Statement> FakeHost::statements() const {
    return copyOf(statements_);
}

std::vector<LogLine> FakeHost::log() const {
    return copyOf(log_);
}

std::vector<SentRequest> FakeHost::requests() const {
    return copyOf(requests_);
}

std::map<std::string, std::string> FakeHost::secrets() const {
    return copyOf(secrets_);
}

JobEnd FakeHost::jobEnd() const {
    return copyOf(jobEnd_);
}

std::map<std::string, std::vector<Json>> FakeHost::notes() const {
    return copyOf(notes_);
}

Answer FakeHost::run(std::int32_t kind, const std::string& name, const RouteInput& input) {
    const auto binding = bindings_.find({kind, name});
    if (binding == bindings_.end()) {
        throw std::runtime_error("the plugin has registered nothing under " + name);
    }
    FakeCall call(*this, input, kind, name);
    call.run(binding->second.handler, binding->second.user);
    return call.takeAnswer();
}

Json FakeHost::listen(std::int32_t kind, const std::string& name, const Json& input) {
    RouteInput wrapped;
    wrapped.body = input;
    const Answer answer = run(kind, name, wrapped);
    if (answer.status >= 500) {
        throw Fault(answer.code + ": " + answer.fault);
    }
    if (!answer.ok()) {
        throw ApiError(answer.status, answer.code);
    }
    return answer.json();
}

Result FakeHost::answer(const Statement& statement) {
    {
        const std::lock_guard lock(mutex_);
        statements_.push_back(statement);
    }
    if (statementStandIn_) {
        if (auto result = statementStandIn_(statement)) {
            return std::move(*result);
        }
    }
    const std::lock_guard lock(mutex_);
    if (results_.empty()) {
        return {};
    }
    Result result = std::move(results_.front());
    results_.pop_front();
    return result;
}

Uuid FakeHost::nextUuid() {
    std::uint64_t number = 0;
    {
        const std::lock_guard lock(mutex_);
        number = ++uuids_;
    }
    // Counted instead of random, so that a failing test fails again. The number stands at the end, with its
    // highest byte first: makeUuidV7 overwrites bits at the start of the ten bytes.
    std::array<std::uint8_t, 10> bytes{};
    for (std::size_t i = 0; i < sizeof number; ++i) {
        bytes[bytes.size() - 1 - i] = static_cast<std::uint8_t>(number >> (8 * i));
    }
    return makeUuidV7(situation.now.micros() / 1000, bytes);
}

HttpStandIn::Reply FakeHost::replyTo(const SentRequest& request) {
    const std::lock_guard lock(mutex_);
    requests_.push_back(request);
    const auto found = standIns_.find({request.method, request.path()});
    if (found == standIns_.end()) {
        throw Fault("nobody stands in for " + request.method + ' ' + request.path());
    }
    return found->second.next();
}

void FakeHost::forget() {
    const std::lock_guard lock(mutex_);
    events_.clear();
    history_.clear();
    jobs_.clear();
    statements_.clear();
    log_.clear();
    requests_.clear();
    notes_.clear();
}

} // namespace svc::testing
