#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <svc/date.hpp>
#include <svc/json.hpp>

#include "host/core/company_setting.hpp"

namespace svc::host {

class UnitOfWork;

/// Texts by language: en, fr, de.
using Wording = std::map<std::string, std::string>;

struct Scope {
    std::string scope;
    std::string module; ///< "Sales": decides between forbidden and missing-permission
    Wording description;
    bool keyOnly = false;     ///< only keys hold it; a session needs `sessionScope`
    bool neverKey = false;    ///< can never be given to a key
    std::string sessionScope; ///< the scope that grants a key-only scope to sessions
    std::string plugin;       ///< "host" or the plugin's id
};

struct EventType {
    std::string type;   ///< invoice.paid
    std::string object; ///< sale
    std::string module; ///< id of the plugin, or "host"
    std::string since;
    bool reserved = false;
    std::string schema; ///< name under components.schemas
    /// Plugins besides `module` that may emit it, because host and plugin each know only a part of the fact.
    std::vector<std::string> emitters;
    Wording descriptions;
};

struct NumberKind {
    std::string kind;
    std::string pattern;
    bool perBusinessUnit = false;
    std::string plugin;
};

/// A kind of record with history or attachments, and the rule by which a member who is limited to business
/// units may see its records.
struct RecordKind {
    std::string kind;
    std::string plugin;
    bool companyWide = false; ///< such a member sees none: they concern all units
    bool withoutUnit = false; ///< such a member sees all: they belong to no unit
    std::string sql{};        ///< else finds a visible record by company ($1) and identifier ($2)
    std::string scope{};      ///< needed to read its history besides the scopes of the route; may be empty
};

/// A command that a plugin offers: JSON in, JSON out, in the caller's transaction.
struct Command {
    std::string name;
    std::string plugin;
    std::function<std::string(UnitOfWork&, std::string_view input)> run;
    bool outside = false;  ///< calls other services, so it runs only outside of a transaction
    bool anywhere = false; ///< tells what the host has in memory, so it begins no transaction to run
};

/// A hook on an event type or family, run inside the transaction; it may throw ApiError to refuse.
struct Hook {
    std::string pattern; ///< invoice.issued, invoice.*, *
    std::string plugin;
    std::function<void(UnitOfWork&, std::string_view envelope)> run;
};

/// Code of a plugin that runs on events after the commit; retried until it succeeds or has visibly failed for
/// good.
struct Subscriber {
    std::string name;
    std::string plugin;
    std::vector<std::string> patterns;
    std::function<void(UnitOfWork&, std::string_view envelope)> run;
};

/// A kind of background job: `run` gets the payload.
struct JobKind {
    std::string name; ///< "<plugin>.<job>"
    std::string plugin;
    std::string every; ///< ISO 8601 duration when it is a schedule, else empty
    std::function<void(UnitOfWork&, std::string_view payload)> run;
    bool outside = false;                        ///< runs outside of a transaction
    bool lane = false;                           ///< needs a lane when it is filed
    std::int64_t timeout = 60 * Instant::Second; ///< only when it runs outside
};

/// Commands of plugins that the host itself calls.
struct Lifecycle {
    std::string plugin;
    std::string companyCreated;
    std::string demonstrate;
    std::string periodLocked = {};
    /// Called in the transaction that changes the accounting of a company, before it does.
    std::string accountingChanged = {};
    /// Called for each message about a document: answers `{ "jobId" }` when the plugin sends it, null
    /// otherwise.
    std::string mail = {};
    /// Called with each provider webhook received at /hooks/{provider}, once for each company that has
    /// connected the account: `{ provider, headers, body }` → `{ contentType, text }`.
    std::string providerCall = {};
};

/// A database constraint that a client may violate, and the error code of the answer. `<detail>` in it is
/// replaced by the detail of the error.
struct ConstraintCode {
    std::string code;
    int status = 400;
};

/// Everything that the host and the enabled plugins have declared. Filled while the host starts, read-only
/// afterwards, so requests read it without a lock.
class Catalogue {
public:
    void add(Scope scope);
    /// Adds a scope of an installed plugin. While that plugin is not enabled, nobody holds the scope.
    void addInstalled(const Scope& scope);
    /// Names a field that the host itself gives to companies, so that no setting is called like it.
    void addCompanyField(std::string name);
    void add(CompanySetting setting);
    /// Adds a setting of an installed plugin, unless one of its name is known: companies keep its value while
    /// the plugin is not enabled.
    void addInstalled(const CompanySetting& setting);
    void add(EventType type);
    void add(NumberKind kind);
    void add(RecordKind kind);
    void add(Command command);
    void add(Hook hook);
    void add(Subscriber subscriber);
    void add(JobKind job);
    void add(Lifecycle lifecycle);
    /// Offers host.commands, host.sent and host.count.
    void offerOwnCommands();
    void addConstraint(const std::string& constraint, ConstraintCode code);

    const Scope* scope(std::string_view name) const;
    /// The installed plugin that owns a scope which no enabled plugin declares; null when there is none.
    const std::string* absentOwner(std::string_view scope) const;
    const EventType* eventType(std::string_view type) const;
    const NumberKind* numberKind(std::string_view kind) const;
    const RecordKind* recordKind(std::string_view kind) const;
    const Command* command(std::string_view name) const;
    /// Names of the commands with this prefix, sorted.
    std::vector<std::string> commandNames(std::string_view prefix) const;
    const JobKind* job(std::string_view name) const;
    const Subscriber* subscriber(std::string_view plugin, std::string_view name) const;
    const ConstraintCode* constraint(std::string_view name) const;
    /// The lifecycle commands of the plugin that receives provider webhooks; null when there is none.
    const Lifecycle* providerCallTaker() const;
    /// Does the pattern (exact type, family.*, *) match at least one type of the catalogue?
    bool matchesAnyType(std::string_view pattern) const;

    /// The settings of companies that all installed plugins declare.
    const CompanySettings& companySettings() const { return companySettings_; }
    const std::vector<Scope>& scopes() const { return scopes_; }
    const std::vector<EventType>& eventTypes() const { return types_; }
    const std::vector<NumberKind>& numberKinds() const { return numbers_; }
    const std::vector<Hook>& hooks() const { return hooks_; }
    const std::vector<Subscriber>& subscribers() const { return subscribers_; }
    const std::vector<JobKind>& jobs() const { return jobs_; }
    const std::vector<Lifecycle>& lifecycles() const { return lifecycles_; }

private:
    std::vector<Scope> scopes_;
    std::map<std::string, std::string, std::less<>> installedScopes_; ///< with the owning plugin of each
    std::set<std::string, std::less<>> companyFields_;
    CompanySettings companySettings_;
    std::vector<EventType> types_;
    std::vector<NumberKind> numbers_;
    std::vector<RecordKind> records_;
    std::map<std::string, Command, std::less<>> commands_;
    std::vector<Hook> hooks_;
    std::vector<Subscriber> subscribers_;
    std::vector<JobKind> jobs_;
    std::vector<Lifecycle> lifecycles_;
    std::map<std::string, ConstraintCode, std::less<>> constraints_;
};

/// Does `pattern` (exact type, family.* or *) cover `type`?
bool eventMatches(std::string_view pattern, std::string_view type);

} // namespace svc::host
