#include "host/core/unit_of_work.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <charconv>
#include <iterator>

#include <svc/encoding.hpp>

#include "host/core/number_format.hpp"
#include "host/core/unit_memory.hpp"
#include "host/core/work_fault.hpp"
#include "host/db/error.hpp"

namespace svc::host {
namespace {

constexpr std::string_view NilUuid = "00000000-0000-0000-0000-000000000000";
/// Stops a hook that emits the event which it handles from recursing without end.
constexpr int MaxDepth = 16;

// The row of the series stays locked until the commit. $6 and the pattern of the catalogue are the defaults
// of a company that has set none.
constexpr std::string_view TakeNumber =
    "WITH pattern AS (SELECT pattern, per_business_unit FROM svc.number_pattern"
    " WHERE company_id = $1 AND kind = $2),"
    " series AS (INSERT INTO svc.number_series (company_id, kind, business_unit_id, year, last)"
    " VALUES ($1, $2, CASE WHEN coalesce((SELECT per_business_unit FROM pattern), $5::boolean) THEN $3::uuid"
    " ELSE '00000000-0000-0000-0000-000000000000'::uuid END, $4, 1)"
    " ON CONFLICT (company_id, kind, business_unit_id, year)"
    " DO UPDATE SET last = svc.number_series.last + 1 RETURNING last)"
    " SELECT series.last, pattern.pattern, unit.code FROM series LEFT JOIN pattern ON true"
    " LEFT JOIN svc.business_unit unit ON unit.company_id = $1 AND unit.id = $3";

constexpr std::string_view WriteAnswer = "INSERT INTO svc.idempotency (company_id, key, method, path, "
                                         "body_digest, status, headers, body, request_id,"
                                         " created_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)";

constexpr std::string_view WriteJob =
    "INSERT INTO svc.job (company_id, id, plugin, name, kind, key, due_at, payload, request_id, created_at,"
    " created_by_kind, created_by_id, outside, lane, lane_number)"
    " VALUES ($1, $2, $3, $4, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13,"
    " CASE WHEN $13::text IS NOT NULL THEN nextval('svc.job_lane_number') END)"
    " ON CONFLICT (company_id, plugin, name, key) DO UPDATE SET key = excluded.key RETURNING id";

/// The parameters of TakeNumber beside the kind.
struct SeriesParams {
    SeriesParams(const Uuid& of, const std::optional<Uuid>& businessUnit, Date date)
        : company(of.toString()), unit(businessUnit ? businessUnit->toString() : std::string(NilUuid)),
          year(date.toString().substr(0, 4)) {}
    /// 't' when each business unit has its own series by default.
    static std::string_view perUnit(const NumberKind& declared) {
        return declared.perBusinessUnit ? "t" : "f";
    }

    std::string name(std::string_view kind) const { return std::string(kind) + ' ' + unit + ' ' + year; }

    std::string company;
    std::string unit;
    std::string year;
};

constexpr std::string_view LockLane = "SELECT pg_advisory_xact_lock(hashtextextended($1, 1))";

constexpr std::string_view ReadBusinessUnit =
    "SELECT unit.id, unit.code, unit.name, unit.archived, unit.default_location_id, unit.default_wallet_id,"
    " company.default_wallet_id, company.xmin FROM svc.business_unit unit"
    " JOIN svc.company company ON company.company_id = unit.company_id"
    " WHERE unit.company_id = $1 AND unit.id = coalesce($2::uuid, company.default_business_unit_id)";

bool mayEmit(const EventType& type, std::string_view plugin) {
    return type.module == plugin ||
           std::find(type.emitters.begin(), type.emitters.end(), plugin) != type.emitters.end();
}

Json optionalId(std::string_view prefix, std::optional<std::string_view> uuid) {
    const auto parsed = uuid ? Uuid::parse(*uuid) : std::nullopt;
    return parsed ? Json(encodeId(prefix, *parsed)) : Json(nullptr);
}

std::uint64_t nextTransactionNumber() {
    static std::atomic<std::uint64_t> last{0};
    return ++last;
}

} // namespace

UnitOfWork::UnitOfWork(Services& services, Options options)
    : services_(services), options_(std::move(options)), now_(services.clock.now()),
      today_(dateIn(options_.company.timeZone, now_)) {
    if (!options_.outside) {
        open();
    }
}

void UnitOfWork::open() {
    transaction_ = std::make_unique<db::Transaction>(services_.pool, options_.company.id.toString());
    transactionNumber_ = nextTransactionNumber();
    if (options_.groupsCommit) {
        transaction_->groupCommit();
    }
    if (options_.deadline) {
        transaction_->endBy(*options_.deadline);
    }
    std::vector<std::string> units;
    for (const Uuid& unit : options_.businessUnits) {
        units.push_back(unit.toString());
    }
    transaction_->limitTo(units);
}

UnitOfWork::~UnitOfWork() = default;

Uuid UnitOfWork::newId() {
    return newUuid(now_, ids_++);
}

void UnitOfWork::emit(std::string_view plugin, std::string_view type, std::string_view object,
                      std::string_view objectId, Json data) {
    db();
    const EventType* declared = services_.catalogue.eventType(type);
    if (declared == nullptr || declared->reserved || !mayEmit(*declared, plugin)) {
        throw Fault("plugin " + std::string(plugin) + " emits " + std::string(type) + ", which " +
                    (declared == nullptr  ? "is not in the catalogue"
                     : declared->reserved ? "is reserved"
                                          : "is declared by " + declared->module));
    }
    Json actor(nullptr);
    if (const auto id = options_.actor.idText()) {
        actor = Json::object();
        actor.set("kind", Json(*options_.actor.kindText()));
        actor.set("id", Json(*id));
    }
    data.set("actor", std::move(actor));
    if (services_.checkEvent) {
        services_.checkEvent(*declared, data);
    }
    const EmittedEvent event{declared, std::string(object), std::string(objectId), data.dump()};
    journal_.add(db(), common(), event);
    fileForSubscribers(event);
    runHooks(event);
}

WorkJournal::Common UnitOfWork::common() {
    if (journalId_.isNil()) {
        journalId_ = newId();
    }
    return {company().id.toString(), now_.toSql(), requestId(),    options_.actor,
            options_.actorLabel,     journalId_,   options_.dryRun};
}

std::string UnitOfWork::envelopeOf(const EmittedEvent& event) const {
    return R"({"type":)" + Json(event.type->type).dump() + R"(,"object":)" + Json(event.object).dump() +
           R"(,"objectId":)" + Json(event.objectId).dump() + R"(,"createdAt":)" +
           Json(now_.toString()).dump() + R"(,"data":)" + event.data + "}";
}

void UnitOfWork::fileForSubscribers(const EmittedEvent& event) {
    for (const Subscriber& subscriber : services_.catalogue.subscribers()) {
        const auto& patterns = subscriber.patterns;
        if (std::any_of(patterns.begin(), patterns.end(), [&](const std::string& pattern) {
                return eventMatches(pattern, event.type->type);
            })) {
            fileJob(subscriber.plugin, std::string(SubscriberJob) + subscriber.name, now_, envelopeOf(event),
                    {});
        }
    }
}

void UnitOfWork::runHooks(const EmittedEvent& event) {
    std::string envelope;
    for (const Hook& hook : services_.catalogue.hooks()) {
        if (!eventMatches(hook.pattern, event.type->type)) {
            continue;
        }
        if (envelope.empty()) {
            envelope = envelopeOf(event);
        }
        if (depth_ >= MaxDepth) {
            throw Fault("hooks on " + event.type->type + " emit events without end");
        }
        ++depth_;
        hook.run(*this, envelope);
        --depth_;
    }
}

const NumberKind& UnitOfWork::requireNumberKind(std::string_view kind) const {
    const NumberKind* declared = services_.catalogue.numberKind(kind);
    if (declared == nullptr) {
        throw Fault("no numbering series " + std::string(kind) + " is declared");
    }
    return *declared;
}

void UnitOfWork::requireSeriesOf(std::string_view plugin, std::string_view kind) const {
    const NumberKind& declared = requireNumberKind(kind);
    if (declared.plugin != plugin) {
        throw Fault("plugin " + std::string(plugin) + " takes a number of the series " + declared.kind +
                    ", which is declared by " + declared.plugin);
    }
}

void UnitOfWork::askNumber(std::string_view kind, const std::optional<Uuid>& businessUnit, Date date) {
    const NumberKind& declared = requireNumberKind(kind);
    if (options_.dryRun) {
        return;
    }
    requireNoAskedNumber();
    const SeriesParams series(company().id, businessUnit, date);
    db().askInOrder(TakeNumber,
                    {series.company, kind, series.unit, series.year, SeriesParams::perUnit(declared)});
    askedNumber_ = series.name(kind);
}

void UnitOfWork::requireNoAskedNumber() const {
    if (askedNumber_) {
        throw Fault("the number of the series " + *askedNumber_ +
                    " was asked for and not taken: the series would have a gap");
    }
}

std::string UnitOfWork::takeNumber(std::string_view kind, const std::optional<Uuid>& businessUnit,
                                   Date date) {
    const NumberKind& declared = requireNumberKind(kind);
    if (options_.dryRun) {
        return "DRAFT";
    }
    const SeriesParams series(company().id, businessUnit, date);
    if (askedNumber_ == series.name(kind)) {
        askedNumber_.reset();
    }
    requireNoAskedNumber();
    const db::Rows rows = db().query(
        TakeNumber, {series.company, kind, series.unit, series.year, SeriesParams::perUnit(declared)});
    std::int64_t number = 0;
    const std::string_view digits = rows.text(0, 0);
    std::from_chars(digits.data(), digits.data() + digits.size(), number);
    return formatNumber(rows.cell(0, 1).value_or(declared.pattern), number, date,
                        rows.cell(0, 2).value_or(""));
}

void UnitOfWork::history(std::string_view kind, std::string_view documentId, std::string_view action,
                         std::string changes) {
    journal_.add(db(), common(),
                 HistoryLine{std::string(kind), std::string(documentId), newId(), std::string(action),
                             std::move(changes)});
}

void UnitOfWork::note(std::string_view section, Json value) {
    if (options_.dryRun) {
        notes_.emplace_back(section, std::move(value));
    }
}

void UnitOfWork::noteSent(SentCall call) {
    constexpr std::size_t Most = 1000;
    if (sent_.size() == Most) {
        sent_.erase(sent_.begin());
    }
    sent_.push_back(std::move(call));
}

std::vector<SentCall> UnitOfWork::takeSent(std::string_view plugin) {
    const auto others = std::stable_partition(sent_.begin(), sent_.end(),
                                              [&](const SentCall& call) { return call.plugin != plugin; });
    std::vector<SentCall> taken(std::make_move_iterator(others), std::make_move_iterator(sent_.end()));
    sent_.erase(others, sent_.end());
    return taken;
}

Uuid UnitOfWork::fileJob(std::string_view plugin, std::string_view name, Instant due,
                         std::string_view payload, std::string_view key, std::string_view lane) {
    const JobKind* kind = services_.catalogue.job(std::string(plugin) + '.' + std::string(name));
    if (!lane.empty()) {
        db().send(LockLane, {company().id.toString() + '/' + std::string(plugin) + '/' + std::string(lane)});
    }
    const Uuid id = newId();
    const std::optional<std::string> actorUuid =
        options_.actor.kind == Actor::Kind::None ? std::nullopt : std::optional(options_.actor.id.toString());
    const bool outside = kind != nullptr && kind->outside;
    bool& filed = outside ? filed_.outsideJobs : filed_.jobs;
    filed = filed || due <= now_;
    const std::string companyText = company().id.toString();
    const std::string idText = id.toString();
    const std::string dueText = due.toSql();
    const std::string nowText = now_.toSql();
    const std::array<db::Param, 13> job = {companyText,
                                           idText,
                                           plugin,
                                           name,
                                           key.empty() ? db::Param() : db::Param(key),
                                           dueText,
                                           payload,
                                           requestId(),
                                           nowText,
                                           options_.actor.kindText(),
                                           actorUuid,
                                           outside ? "t" : "f",
                                           lane.empty() ? db::Param() : db::Param(lane)};
    if (key.empty()) {
        db().send(WriteJob, job); // every job without a key is a new one
        return id;
    }
    return Uuid::parse(db().query(WriteJob, job).text(0, 0)).value_or(id);
}

void UnitOfWork::checkPlan(std::string_view key, std::int64_t used) {
    const std::int64_t allowed = services_.planLimit(company().plan, std::string(key));
    if (allowed >= 0 && used >= allowed) {
        throw ApiError(400, "plan-limit", {key, std::to_string(allowed)});
    }
}

std::string UnitOfWork::command(std::string_view name, std::string_view input, std::string_view caller) {
    const Command* command = services_.catalogue.command(name);
    if (command == nullptr) {
        throw Fault("no enabled plugin offers the command " + std::string(name));
    }
    if (depth_ >= MaxDepth) {
        throw Fault("the command " + std::string(name) + " calls itself without end");
    }
    const bool alone = options_.outside && !inTransaction();
    if (command->outside && !alone) {
        throw WorkFault(NetworkInTransaction,
                        "the command " + std::string(name) + " calls others and was called in a transaction");
    }
    ++depth_;
    std::string before = std::exchange(caller_, std::string(caller));
    try {
        std::string output = alone ? runAlone(*command, input) : command->run(*this, input);
        --depth_;
        caller_ = std::move(before);
        return output;
    } catch (...) {
        --depth_;
        caller_ = std::move(before);
        doomed_ = !alone;
        throw;
    }
}

std::optional<std::string> UnitOfWork::businessUnit(std::optional<std::string_view> id) {
    std::optional<std::string> uuid;
    if (id) {
        const auto decoded = decodeId("bus", *id);
        if (!decoded) {
            return std::nullopt;
        }
        uuid = decoded->toString();
    }
    UnitMemory* const memory = isLimited() ? nullptr : company().units.get();
    if (memory != nullptr) {
        if (std::optional<std::string> known = memory->find(uuid)) {
            return known;
        }
    }
    db::Rows rows = db().query(ReadBusinessUnit, {company().id.toString(), uuid});
    if (rows.empty() && !uuid && isLimited()) {
        rows = transaction_->query(ReadBusinessUnit,
                                   {company().id.toString(), options_.businessUnits.front().toString()});
    }
    if (rows.empty()) {
        return std::nullopt;
    }
    Json unit = Json::object();
    unit.set("id", optionalId("bus", rows.cell(0, 0)));
    unit.set("code", Json(rows.text(0, 1)));
    unit.set("name", Json(rows.text(0, 2)));
    unit.set("archived", Json(rows.text(0, 3) == "t"));
    unit.set("defaultLocationId", optionalId("loc", rows.cell(0, 4)));
    unit.set("defaultWalletId", optionalId("wal", rows.cell(0, 5)));
    unit.set("companyWalletId", optionalId("wal", rows.cell(0, 6)));
    std::string text = unit.dump();
    if (memory != nullptr) {
        memory->keep(uuid, rows.text(0, 7), text);
    }
    return text;
}

void UnitOfWork::commit() {
    // Closes the transaction also after a failed commit, so that work outside of a transaction may begin the
    // next one.
    const std::shared_ptr<void> atEnd(nullptr, [this](void*) {
        if (options_.outside) {
            close();
        }
    });
    db();
    if (doomed_ || options_.dryRun) {
        throw Fault("a unit of work that was refused or is a dry run cannot be committed");
    }
    requireNoAskedNumber();
    const std::string companyId = company().id.toString();
    const std::string at = now_.toSql();
    std::string digest;
    std::string status;
    std::string headers;
    std::array<db::Param, 10> answerParams{};
    if (answer_) {
        digest = "\\x" + hexEncode(answer_->bodyDigest);
        status = std::to_string(answer_->status);
        headers = answer_->headers.dump();
        answerParams = {companyId, answer_->key, answer_->method, answer_->path, digest,
                        status,    headers,      answer_->body,   requestId(),   at};
    }
    std::vector<db::Statement> statements = journal_.last(*transaction_, common());
    if (answer_) {
        statements.push_back({WriteAnswer, answerParams});
    }
    try {
        if (options_.fence && !options_.fence(*transaction_)) {
            throw WorkFault(LeaseLost, "another host has the job");
        }
        const std::vector<db::Rows> rows = transaction_->commitWith(statements);
        // The statement that writes the events returns the deliveries that it has queued.
        filed_.deliveries = journal_.filesDeliveries() && rows.front().affected() > 0;
        filed_.events = journal_.waits();
    } catch (const db::Error& error) {
        throwAsApiError(services_.catalogue, error);
    }
    if (services_.wake && filed_.any()) {
        services_.wake(filed_);
    }
}

void UnitOfWork::rehearse(const std::function<void()>& function) {
    requireNoAskedNumber();
    const std::size_t notes = notes_.size();
    const Filed filed = filed_;
    // Sends earlier queued and late writes first: they are not part of the rehearsal.
    transaction_->flushLate();
    transaction_->query("SAVEPOINT rehearsal", {});
    transactionNumber_ = nextTransactionNumber();
    const WorkJournal::Mark mark = journal_.rehearse();
    function();
    transaction_->flushLate();
    transaction_->query("ROLLBACK TO SAVEPOINT rehearsal", {});
    transaction_->forgetAsked();
    transactionNumber_ = nextTransactionNumber(); // invalidates what plugins cached meanwhile
    journal_.undo(mark);
    askedNumber_.reset();
    notes_.resize(notes);
    filed_ = filed;
}

void UnitOfWork::rollback() {
    db().rollback();
    if (options_.outside) {
        close();
    }
}

void throwAsApiError(const Catalogue& catalogue, const std::exception& error) {
    if (const auto* refused = dynamic_cast<const db::Error*>(&error)) {
        if (const ConstraintCode* code = catalogue.constraint(refused->constraint())) {
            constexpr std::string_view Detail = "<detail>";
            std::string text = code->code;
            if (const std::size_t at = text.find(Detail); at != std::string::npos) {
                text.replace(at, Detail.size(), refused->detail());
            }
            throw ApiError(code->status, text);
        }
    }
    throw;
}

} // namespace svc::host
