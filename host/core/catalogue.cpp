#include "host/core/catalogue.hpp"

#include <algorithm>
#include <stdexcept>

#include "host/core/unit_of_work.hpp"

namespace svc::host {
namespace {

[[noreturn]] void refuseTwice(const std::string& what, const std::string& name, const std::string& first,
                              const std::string& second) {
    throw std::runtime_error(what + " " + name + " is declared by " + first + " and by " + second);
}

template <typename Entry>
const Entry* findBy(const std::vector<Entry>& entries, std::string Entry::*name, std::string_view wanted) {
    const auto found = std::find_if(entries.begin(), entries.end(),
                                    [&](const Entry& entry) { return entry.*name == wanted; });
    return found == entries.end() ? nullptr : &*found;
}

} // namespace

void Catalogue::add(Scope scope) {
    if (const Scope* other = this->scope(scope.scope)) {
        refuseTwice("scope", scope.scope, other->plugin, scope.plugin);
    }
    scopes_.push_back(std::move(scope));
}

void Catalogue::addInstalled(const Scope& scope) {
    installedScopes_.try_emplace(scope.scope, scope.plugin);
}

void Catalogue::addCompanyField(std::string name) {
    companyFields_.insert(std::move(name));
}

void Catalogue::add(CompanySetting setting) {
    if (companyFields_.contains(setting.key)) {
        refuseTwice("company setting", setting.key, "the host", setting.plugin);
    }
    if (const auto other = companySettings_.find(setting.key); other != companySettings_.end()) {
        refuseTwice("company setting", setting.key, other->second.plugin, setting.plugin);
    }
    std::string key = setting.key;
    companySettings_.emplace(std::move(key), std::move(setting));
}

void Catalogue::addInstalled(const CompanySetting& setting) {
    if (!companyFields_.contains(setting.key)) {
        companySettings_.try_emplace(setting.key, setting);
    }
}

void Catalogue::add(EventType type) {
    if (const EventType* other = eventType(type.type)) {
        refuseTwice("event type", type.type, other->module, type.module);
    }
    types_.push_back(std::move(type));
}

void Catalogue::add(NumberKind kind) {
    if (const NumberKind* other = numberKind(kind.kind)) {
        refuseTwice("numbering series", kind.kind, other->plugin, kind.plugin);
    }
    numbers_.push_back(std::move(kind));
}

void Catalogue::add(RecordKind kind) {
    if (const RecordKind* other = recordKind(kind.kind)) {
        refuseTwice("kind of record", kind.kind, other->plugin, kind.plugin);
    }
    records_.push_back(std::move(kind));
}

void Catalogue::add(Command command) {
    if (const Command* other = this->command(command.name)) {
        refuseTwice("command", command.name, other->plugin, command.plugin);
    }
    std::string name = command.name;
    commands_.emplace(std::move(name), std::move(command));
}

void Catalogue::add(Hook hook) {
    hooks_.push_back(std::move(hook));
}

void Catalogue::add(Subscriber subscriber) {
    if (this->subscriber(subscriber.plugin, subscriber.name) != nullptr) {
        refuseTwice("subscriber", subscriber.name, subscriber.plugin, subscriber.plugin);
    }
    subscribers_.push_back(std::move(subscriber));
}

void Catalogue::add(JobKind job) {
    if (const JobKind* other = this->job(job.name)) {
        refuseTwice("job", job.name, other->plugin, job.plugin);
    }
    jobs_.push_back(std::move(job));
}

void Catalogue::add(Lifecycle lifecycle) {
    lifecycles_.push_back(std::move(lifecycle));
}

void Catalogue::addConstraint(const std::string& constraint, ConstraintCode code) {
    if (!constraints_.try_emplace(constraint, std::move(code)).second) {
        throw std::runtime_error("constraint " + constraint + " is declared twice");
    }
}

const Scope* Catalogue::scope(std::string_view name) const {
    return findBy(scopes_, &Scope::scope, name);
}

const std::string* Catalogue::absentOwner(std::string_view scope) const {
    const auto found = installedScopes_.find(scope);
    return found == installedScopes_.end() || this->scope(scope) != nullptr ? nullptr : &found->second;
}

const EventType* Catalogue::eventType(std::string_view type) const {
    return findBy(types_, &EventType::type, type);
}

const NumberKind* Catalogue::numberKind(std::string_view kind) const {
    return findBy(numbers_, &NumberKind::kind, kind);
}

const RecordKind* Catalogue::recordKind(std::string_view kind) const {
    return findBy(records_, &RecordKind::kind, kind);
}

const JobKind* Catalogue::job(std::string_view name) const {
    return findBy(jobs_, &JobKind::name, name);
}

const Subscriber* Catalogue::subscriber(std::string_view plugin, std::string_view name) const {
    const auto found = std::find_if(subscribers_.begin(), subscribers_.end(), [&](const Subscriber& entry) {
        return entry.plugin == plugin && entry.name == name;
    });
    return found == subscribers_.end() ? nullptr : &*found;
}

const Command* Catalogue::command(std::string_view name) const {
    const auto found = commands_.find(name);
    return found == commands_.end() ? nullptr : &found->second;
}

std::vector<std::string> Catalogue::commandNames(std::string_view prefix) const {
    std::vector<std::string> names;
    for (auto entry = commands_.lower_bound(prefix);
         entry != commands_.end() && entry->first.starts_with(prefix); ++entry) {
        names.push_back(entry->first);
    }
    return names;
}

void Catalogue::offerOwnCommands() {
    add(Command{"host.commands", "host", [this](UnitOfWork&, std::string_view input) {
                    const std::string prefix = Json::parse(input).textOr("prefix");
                    return Json::object({{"commands", commandNames(prefix)}}).dump();
                }});
    add(Command{
        "host.sent", "host", [](UnitOfWork& work, std::string_view input) {
            Json calls = Json::array();
            for (const SentCall& call : work.takeSent(Json::parse(input).textOr("plugin"))) {
                calls.push(
                    Json::object({{"method", call.method},
                                  {"path", call.path},
                                  {"status", call.status == 0 ? Json() : Json(call.status)},
                                  {"error", call.error.empty() ? Json() : Json(call.error)},
                                  {"durationMs", call.durationMs},
                                  {"retryAfter", call.retryAfter.empty() ? Json() : Json(call.retryAfter)},
                                  {"code", call.code.empty() ? Json() : Json(call.code)},
                                  {"words", call.words.empty() ? Json() : Json(call.words)}}));
            }
            return Json::object({{"requestId", work.requestId()}, {"calls", std::move(calls)}}).dump();
        }});
    add(Command{"host.count", "host", [](UnitOfWork& work, std::string_view text) {
                    const Json input = Json::parse(text);
                    if (work.services().count) {
                        work.services().count(work.caller(), input.textOr("event"), input.textOr("subject"));
                    }
                    return std::string("{}");
                }});
}

const Lifecycle* Catalogue::providerCallTaker() const {
    const auto found = std::find_if(lifecycles_.begin(), lifecycles_.end(), [](const Lifecycle& lifecycle) {
        return !lifecycle.providerCall.empty();
    });
    return found == lifecycles_.end() ? nullptr : &*found;
}

const ConstraintCode* Catalogue::constraint(std::string_view name) const {
    const auto found = constraints_.find(name);
    return found == constraints_.end() ? nullptr : &found->second;
}

bool Catalogue::matchesAnyType(std::string_view pattern) const {
    return std::any_of(types_.begin(), types_.end(),
                       [&](const EventType& type) { return eventMatches(pattern, type.type); });
}

bool eventMatches(std::string_view pattern, std::string_view type) {
    if (pattern == "*" || pattern == type) {
        return true;
    }
    return pattern.size() > 2 && pattern.substr(pattern.size() - 2) == ".*" &&
           type.substr(0, pattern.size() - 1) == pattern.substr(0, pattern.size() - 1);
}

} // namespace svc::host
