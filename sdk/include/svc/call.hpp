/// @file The call: the argument of every route handler, command, hook, subscriber and job.
#pragma once

#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include <svc/actor.hpp>
#include <svc/company.hpp>
#include <svc/database.hpp>
#include <svc/http_client.hpp>
#include <svc/json_writer.hpp>
#include <svc/secrets.hpp>

namespace svc {

static_assert(static_cast<int>(Actor::Kind::None) == SVC_ACTOR_NONE &&
              static_cast<int>(Actor::Kind::User) == SVC_ACTOR_USER &&
              static_cast<int>(Actor::Kind::ApiKey) == SVC_ACTOR_API_KEY);

/// `{ "kind", "id" }` from the columns created_by_kind and created_by_id; null when one of them is NULL.
inline Json actorJson(std::optional<std::string_view> kind, std::optional<Uuid> id) {
    if (!kind || !id) {
        return Json(nullptr);
    }
    Json actor = Json::object();
    actor.set("kind", Json(*kind));
    actor.set("id", Json(encodeId(*kind == "user" ? "usr" : "key", *id)));
    return actor;
}

/// The current run of a job.
struct RunningJob {
    int attempt = 1; ///< counted from 1
    Instant filedAt;
    Instant deadline; ///< after it the host may give the job to another worker
};

/// One call of the plugin by the host. Valid only during the call and on the thread of the call.
class Call {
public:
    explicit Call(svc_call* call) : call_(call), database_(call) {
        info_.struct_size = sizeof info_;
        detail::check(call_, detail::host().call->info(call_, &info_));
    }
    Call(const Call&) = delete;
    Call& operator=(const Call&) = delete;

    /// The open transaction, bound to the company.
    Database& db() noexcept { return database_; }

    /// Only for calls that are declared to run outside of a transaction (docs/sdk/calling-out.md): runs
    /// `function` in a transaction and commits it. An exception of `function` rolls back and is thrown on.
    /// From here on now() and today() are those of the transaction.
    template <class Function>
    auto transaction(Function function) {
        check(detail::host().work->begin(call_));
        check(detail::host().call->info(call_, &info_));
        if constexpr (std::is_void_v<std::invoke_result_t<Function>>) {
            orRollBack(function);
            commit();
        } else {
            auto result = orRollBack(function);
            commit();
            return result;
        }
    }
    /// Outgoing HTTP. Only for calls that run outside of a transaction, between their transactions.
    Http http() const noexcept { return Http(call_); }
    Secrets secrets() const noexcept { return Secrets(call_); }

    /// The current run, when this call is a job; else no value.
    std::optional<RunningJob> job() const {
        std::int32_t attempt = 0;
        std::int64_t filedAt = 0;
        std::int64_t deadline = 0;
        const std::int32_t result = detail::host().work->job(call_, &attempt, &filedAt, &deadline);
        check(result);
        return result == SVC_ABSENT ? std::nullopt
                                    : std::optional(RunningJob{attempt, Instant(filedAt), Instant(deadline)});
    }
    /// Only in jobs: runs the job again at `due` with this payload, as its first attempt; this run counts
    /// neither as done nor as failed. Until then `note` is shown as the error of the job. Takes effect when
    /// the job returns; the last call counts.
    void again(Instant due, const Json& payload, std::string_view note = {}) {
        const std::string text = payload.dump();
        check(detail::host().work->again(call_, due.micros(), detail::bytes(text), detail::bytes(note)));
    }
    /// Only in jobs: sets the progress that GET /jobs/{jobId} shows. `total` 0: unknown.
    void progress(std::int64_t done, std::int64_t total = 0) {
        check(detail::host().work->progress(call_, done, total));
    }
    /// Only in jobs: the result that is stored with the job when it returns.
    void result(const Json& value) {
        const std::string text = value.dump();
        check(detail::host().work->result(call_, detail::bytes(text)));
    }

    Uuid companyId() const { return Uuid::fromBytes(info_.company); }
    /// The company's identifier as the API shows it: `shownCompanyId().toString()` is `com_…`.
    CompanyId shownCompanyId() const { return CompanyId(companyId()); }
    /// The facts of the company.
    const Company& company() { return knownCompany().facts; }

    /// The whole record of the company, as GET /companies/{companyId} gives it (address, iban, peppolId …).
    const Json& companyRecord() { return knownCompany().record; }

    /// The plugin's block of svc.yaml, checked against the schema in its plugin.yaml, with the defaults
    /// filled in.
    static Json settings() {
        const std::string_view text = detail::view(detail::settingsText);
        return text.empty() ? Json::object() : Json::parse(text);
    }

    Actor actor() const { return {static_cast<Actor::Kind>(info_.actor_kind), Uuid::fromBytes(info_.actor)}; }
    std::string_view requestId() const noexcept { return detail::view(info_.request_id); }
    /// Language of generated texts: en, fr, de.
    std::string_view language() const noexcept { return detail::view(info_.language); }
    /// The host's clock. Plugins must not ask the system or the database for the time.
    Instant now() const { return Instant(info_.now); }
    /// The business date in the company's time zone.
    Date today() const { return Date(info_.today); }
    bool dryRun() const noexcept { return (info_.flags & SVC_CALL_DRY_RUN) != 0; }
    /// Is the caller a member who is limited to some business units? Row-level security hides the rows of
    /// other units; handlers need this flag only for data about all units at once.
    bool isLimited() const noexcept { return (info_.flags & SVC_CALL_LIMITED) != 0; }
    /// Number of the open transaction, unique in this process; 0: no transaction is open. See
    /// OncePerTransaction.
    std::uint64_t transactionNumber() const noexcept { return info_.transaction; }

    Date dateOf(Instant instant) {
        std::int32_t days = 0;
        check(business().date_of(call_, instant.micros(), &days));
        return Date(days);
    }
    /// Offset of the company's time zone from UTC at an instant, in seconds; positive east of UTC.
    std::int32_t utcOffset(Instant instant) {
        std::int32_t seconds = 0;
        check(business().utc_offset(call_, instant.micros(), &seconds));
        return seconds;
    }
    /// Local date and time in the company's time zone, without offset: `2026-11-20T10:30:00`.
    std::string localTime(Instant instant) {
        constexpr std::size_t UpToSeconds = 19;
        return Instant(instant.micros() + utcOffset(instant) * Instant::Second)
            .toString()
            .substr(0, UpToSeconds);
    }
    /// Throws 503 deadline-exceeded when the deadline of the request has passed. For loops that run long
    /// without a statement, such as file parsers.
    void checkDeadline() const { detail::check(call_, detail::host().call->check_deadline(call_)); }
    /// First instant of a business date, in the company's time zone.
    Instant startOf(Date date) {
        std::int64_t start = 0;
        check(business().start_of(call_, date.days(), &start));
        return Instant(start);
    }
    /// The first instant after a business date, in the company's time zone; no value for the last day of the
    /// calendar, after which there is no instant.
    std::optional<Instant> endOf(Date date) {
        return date < Date::parse("9999-12-31").value() ? std::optional(startOf(date.addDays(1)))
                                                        : std::nullopt;
    }

    /// Throws 400 `date-locked:<lockDate>` for a business date up to the lock date, and
    /// `field-invalid:<field>` for one in the future.
    void checkDate(Date date, std::string_view field = "date") {
        if (date > today()) {
            throw fieldInvalid(field);
        }
        if (company().lockDate && date <= *company().lockDate) {
            throw ApiError(400, "date-locked", {company().lockDate->toString()});
        }
    }

    /// The business date of a record: the given one, or today. Throws as checkDate does.
    Date businessDate(const std::optional<Date>& given, std::string_view field = "date") {
        const Date date = given.value_or(today());
        checkDate(date, field);
        return date;
    }

    /// A new identifier (UUIDv7 by the host's clock).
    Uuid newUuid() {
        std::array<std::uint8_t, 16> bytes{};
        check(business().new_uuid(call_, bytes.data()));
        return Uuid::fromBytes(bytes.data());
    }

    /// A new identifier of one kind: `newId<SaleId>()`.
    template <class Kind>
    Kind newId() {
        return Kind(newUuid());
    }

    /// Does an enabled plugin offer the command?
    bool offers(std::string_view command) const {
        return business().offers(call_, detail::bytes(command)) == SVC_OK;
    }
    /// Runs a command of another plugin in this transaction and returns its output. When the command refuses,
    /// its ApiError is thrown here and the transaction can only be rolled back.
    Json command(std::string_view name, const Json& input) { return commandText(name, input.dump()); }
    /// Like command(), with an input that is already JSON text.
    Json commandText(std::string_view name, std::string_view input) {
        svc_bytes output{};
        check(business().command(call_, detail::bytes(name), detail::bytes(input), &output));
        return output.size == 0 ? Json(nullptr) : Json::parse(detail::view(output));
    }

    /// Writes an event of a declared type; the host adds `actor` to `data`. `object` and `objectId` name the
    /// record.
    void emit(std::string_view type, std::string_view object, std::string_view objectId, const Json& data) {
        emitText(type, object, objectId, data.dump());
    }
    /// Like emit(), with data that are already JSON text.
    void emitText(std::string_view type, std::string_view object, std::string_view objectId,
                  std::string_view data) {
        check(business().emit(call_, detail::bytes(type), detail::bytes(object), detail::bytes(objectId),
                              detail::bytes(data)));
    }

    /// Takes the next number of a gapless series; "DRAFT" in a dry run. Call it after all reads: the row of
    /// the series stays locked until the commit.
    std::string takeNumber(std::string_view kind, const std::optional<Uuid>& businessUnit, Date date) {
        svc_bytes number{};
        check(business().take_number(call_, detail::bytes(kind),
                                     businessUnit ? businessUnit->bytes().data() : nullptr, date.days(),
                                     &number));
        return std::string(detail::view(number));
    }

    /// Adds one entry to the history of a document. `changes`: array of { field, from, to }.
    void history(std::string_view kind, std::string_view documentId, std::string_view action,
                 const Json& changes = Json::array()) {
        const std::string text = changes.dump();
        check(business().history(call_, detail::bytes(kind), detail::bytes(documentId), detail::bytes(action),
                                 detail::bytes(text)));
    }

    /// Adds a value to a section of the answer of a dry run (such as "postings").
    void note(std::string_view section, const Json& value) {
        const std::string text = value.dump();
        check(business().note(call_, detail::bytes(section), detail::bytes(text)));
    }

    /// Queues a job of this plugin in this transaction and returns its identifier. `key` is its idempotency
    /// key: the job is queued only once per key.
    Uuid fileJob(std::string_view name, Instant due, const Json& payload, std::string_view key) {
        return fileJobText(name, due, payload.dump(), key);
    }
    /// Like fileJob(), with a payload that is already JSON text.
    Uuid fileJobText(std::string_view name, Instant due, std::string_view payload, std::string_view key) {
        std::array<std::uint8_t, 16> id{};
        check(business().file_job(call_, detail::bytes(name), due.micros(), detail::bytes(payload),
                                  detail::bytes(key), id.data()));
        return Uuid::fromBytes(id.data());
    }

    /// Like fileJob(), for a job with `lane: true`: jobs of the same lane run one after the other, in the
    /// order in which they were queued.
    Uuid fileJobIn(std::string_view name, std::string_view lane, Instant due, const Json& payload,
                   std::string_view key) {
        return fileJobTextIn(name, lane, due, payload.dump(), key);
    }
    Uuid fileJobTextIn(std::string_view name, std::string_view lane, Instant due, std::string_view payload,
                       std::string_view key) {
        std::array<std::uint8_t, 16> id{};
        check(business().file_job_in(call_, detail::bytes(name), detail::bytes(lane), due.micros(),
                                     detail::bytes(payload), detail::bytes(key), id.data()));
        return Uuid::fromBytes(id.data());
    }

    /// Throws `plan-limit:<key>:<allowed>` when `used` has reached the limit of the plan.
    void checkPlan(std::string_view key, std::int64_t used) {
        check(business().check_plan(call_, detail::bytes(key), used));
    }

    /// A business unit as JSON (id, code, name, archived, defaultLocationId, defaultWalletId). Without `id`
    /// it is the default unit of the company. No value when the unit does not exist.
    std::optional<Json> businessUnit(std::optional<std::string_view> id) {
        svc_bytes out{};
        const std::int32_t result =
            business().business_unit(call_, id ? detail::bytes(*id) : svc_bytes{nullptr, 0}, &out);
        check(result);
        return result == SVC_ABSENT ? std::nullopt : std::optional(Json::parse(detail::view(out)));
    }

    std::string sealCursor(std::string_view collection, std::string_view position) {
        svc_bytes out{};
        check(business().seal_cursor(call_, detail::bytes(collection), detail::bytes(position), &out));
        return std::string(detail::view(out));
    }
    /// Decodes the position in a cursor of this collection; throws `cursor-invalid` for any other text.
    std::string openCursor(std::string_view collection, std::string_view cursor) {
        svc_bytes out{};
        check(business().open_cursor(call_, detail::bytes(collection), detail::bytes(cursor), &out));
        return std::string(detail::view(out));
    }

    enum class Level { Error = 3, Warning = 4, Information = 6, Debug = 7 };
    void log(Level level, std::string_view message) const {
        detail::host().call->log(call_, static_cast<std::int32_t>(level), detail::bytes(message));
    }

    /// The parsed JSON input: the body of a request, the input of a command, the envelope of an event or the
    /// payload of a job.
    const Json& input() {
        if (!input_) {
            const std::string_view text = rawInput();
            input_ = text.empty() ? Json::object() : Json::parse(text);
        }
        return *input_;
    }
    /// The input as unparsed bytes.
    std::string_view rawInput() {
        svc_bytes out{};
        check(detail::host().call->input(call_, &out));
        return detail::view(out);
    }

protected:
    svc_call* handle() const noexcept { return call_; }
    void check(std::int32_t result) const { detail::check(call_, result); }

private:
    static const svc_host_business& business() noexcept { return *detail::host().business; }

    template <class Function>
    auto orRollBack(Function& function) {
        try {
            return function();
        } catch (...) {
            detail::host().work->rollback(call_);
            info_.transaction = 0;
            throw;
        }
    }
    void commit() {
        info_.transaction = 0;
        check(detail::host().work->commit(call_));
    }

    const KnownCompany& knownCompany() {
        if (!company_) {
            company_ = detail::knownCompany(companyId(), detail::view(info_.company_json));
        }
        return *company_;
    }

    svc_call* call_;
    svc_call_info info_{};
    Database database_;
    std::shared_ptr<const KnownCompany> company_; ///< set by the first use
    std::optional<Json> input_;
};

/// The event that a hook or a subscriber receives: a view of the envelope, valid during the call. The
/// envelope is parsed at the first access.
class Event {
public:
    explicit Event(Call& call) noexcept : call_(call) {}

    const std::string& type() const { return envelope()["type"].text(); }
    const std::string& object() const { return envelope()["object"].text(); }
    const std::string& objectId() const { return envelope()["objectId"].text(); }
    /// The data of the event, in the form of its schema.
    const Json& data() const { return envelope()["data"]; }
    const Json& envelope() const { return call_.input(); }

private:
    Call& call_;
};

/// A cache for one transaction: later calls in the same transaction, such as further hooks, get the value
/// that the first one read. Declare the variable `thread_local`: a transaction stays on one thread.
///
/// Example:
///   thread_local OncePerTransaction<Settings> settings;
///   const Settings& own = settings.get(call, [&] { return readSettings(call); });
template <class Value>
class OncePerTransaction {
public:
    template <class Read>
    const Value& get(const Call& call, Read read) {
        if (!value_ || call.transactionNumber() == 0 || call.transactionNumber() != transaction_) {
            value_ = read();
            transaction_ = call.transactionNumber();
        }
        return *value_;
    }

private:
    std::uint64_t transaction_ = 0;
    std::optional<Value> value_;
};

} // namespace svc
