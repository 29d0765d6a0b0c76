/// @file The call: what every handler, command, hook, subscriber and job is given.
#pragma once

#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include <svc/company.hpp>
#include <svc/database.hpp>
#include <svc/http_client.hpp>
#include <svc/json_writer.hpp>
#include <svc/secrets.hpp>

namespace svc {

/// Who causes a call (api "Actor").
struct Actor {
    enum class Kind { None = SVC_ACTOR_NONE, User = SVC_ACTOR_USER, ApiKey = SVC_ACTOR_API_KEY };
    Kind kind = Kind::None;
    Uuid id;

    /// "user", "api_key" or nothing: the value of a column created_by_kind.
    std::optional<std::string_view> kindText() const noexcept {
        switch (kind) {
        case Kind::User:
            return "user";
        case Kind::ApiKey:
            return "api_key";
        case Kind::None:
            break;
        }
        return std::nullopt;
    }
    std::optional<Uuid> optionalId() const noexcept {
        return kind == Kind::None ? std::nullopt : std::optional<Uuid>(id);
    }

    /// Of the columns created_by_kind and created_by_id.
    static Actor of(std::optional<std::string_view> kindText, const std::optional<Uuid>& id) noexcept {
        if (!kindText || !id) {
            return {};
        }
        return {*kindText == "user" ? Kind::User : Kind::ApiKey, *id};
    }
};

/// `{ "kind", "id" }`, null for nobody.
inline void writeTo(JsonWriter& out, const Actor& actor) {
    const auto kind = actor.kindText();
    if (!kind) {
        out.value(nullptr);
        return;
    }
    out.beginObject();
    out.member("kind", *kind);
    out.memberId("id", actor.kind == Actor::Kind::User ? "usr" : "key", actor.id);
    out.endObject();
}

/// `{ "kind", "id" }` or null, from the columns created_by_kind and created_by_id.
inline Json actorJson(std::optional<std::string_view> kind, std::optional<Uuid> id) {
    if (!kind || !id) {
        return Json(nullptr);
    }
    Json actor = Json::object();
    actor.set("kind", Json(*kind));
    actor.set("id", Json(encodeId(*kind == "user" ? "usr" : "key", *id)));
    return actor;
}

/// A job while it runs.
struct RunningJob {
    int attempt = 1; ///< from 1
    Instant filedAt;
    Instant deadline; ///< then the host gives it to another one
};

/// One call of the plugin by the host. Lives on its thread and during the call only.
class Call {
public:
    explicit Call(svc_call* call) : call_(call), database_(call) {
        info_.struct_size = sizeof info_;
        detail::check(call_, detail::host().call->info(call_, &info_));
    }
    Call(const Call&) = delete;
    Call& operator=(const Call&) = delete;

    /// The transaction, bound to the company.
    Database& db() noexcept { return database_; }

    /// Of a call that is declared outside (docs/sdk/calling-out.md): runs the function in a transaction and
    /// commits it. What it throws rolls back. now() and today() are those of the transaction from here on.
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
    /// Of a call outside, between its transactions.
    Http http() const noexcept { return Http(call_); }
    Secrets secrets() const noexcept { return Secrets(call_); }

    /// Of a job: which run of it this is.
    std::optional<RunningJob> job() const {
        std::int32_t attempt = 0;
        std::int64_t filedAt = 0;
        std::int64_t deadline = 0;
        const std::int32_t result = detail::host().work->job(call_, &attempt, &filedAt, &deadline);
        check(result);
        return result == SVC_ABSENT ? std::nullopt
                                    : std::optional(RunningJob{attempt, Instant(filedAt), Instant(deadline)});
    }
    /// Of a job: neither done nor failed, runs again at `due`. Counts when the job returns.
    void again(Instant due, const Json& payload, std::string_view note = {}) {
        const std::string text = payload.dump();
        check(detail::host().work->again(call_, due.micros(), detail::bytes(text), detail::bytes(note)));
    }
    /// Of a job: what GET /jobs/{jobId} shows; `total` 0: not known.
    void progress(std::int64_t done, std::int64_t total = 0) {
        check(detail::host().work->progress(call_, done, total));
    }
    /// Of a job: kept with it when it returns.
    void result(const Json& value) {
        const std::string text = value.dump();
        check(detail::host().work->result(call_, detail::bytes(text)));
    }

    Uuid companyId() const { return Uuid::fromBytes(info_.company); }
    /// The same as the API shows it: `shownCompanyId().toString()` is `com_…`.
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
    /// Language of generated wording: en, fr, de.
    std::string_view language() const noexcept { return detail::view(info_.language); }
    /// The host's clock: never ask the system or SQL for the time.
    Instant now() const { return Instant(info_.now); }
    /// The business date in the company's time zone.
    Date today() const { return Date(info_.today); }
    bool dryRun() const noexcept { return (info_.flags & SVC_CALL_DRY_RUN) != 0; }
    /// Is the caller a member who is limited to business units? Rows of other units are hidden by the
    /// policies of their tables; this is for what is about all units at once.
    bool isLimited() const noexcept { return (info_.flags & SVC_CALL_LIMITED) != 0; }
    /// Number of the open transaction, never given again in this process; 0: none is open. See
    /// OncePerTransaction.
    std::uint64_t transactionNumber() const noexcept { return info_.transaction; }

    Date dateOf(Instant instant) {
        std::int32_t days = 0;
        check(business().date_of(call_, instant.micros(), &days));
        return Date(days);
    }
    /// Seconds that the clocks of the company's time zone are ahead of UTC at an instant.
    std::int32_t utcOffset(Instant instant) {
        std::int32_t seconds = 0;
        check(business().utc_offset(call_, instant.micros(), &seconds));
        return seconds;
    }
    /// Date and time that the clocks of the company's time zone show at an instant, without offset:
    /// `2026-11-20T10:30:00`.
    std::string localTime(Instant instant) {
        constexpr std::size_t UpToSeconds = 19;
        return Instant(instant.micros() + utcOffset(instant) * Instant::Second)
            .toString()
            .substr(0, UpToSeconds);
    }
    /// In loops that take long between two statements, such as parsers of files: throws 503 deadline-exceeded
    /// once the time of the request is over.
    void checkDeadline() const { detail::check(call_, detail::host().call->check_deadline(call_)); }
    /// First instant of a business date.
    Instant startOf(Date date) {
        std::int64_t start = 0;
        check(business().start_of(call_, date.days(), &start));
        return Instant(start);
    }

    /// Refuses a business date that is locked or in the future: `date-locked:<lockDate>`,
    /// `field-invalid:<field>`.
    void checkDate(Date date, std::string_view field = "date") {
        if (date > today()) {
            throw fieldInvalid(field);
        }
        if (company().lockDate && date <= *company().lockDate) {
            throw ApiError(400, "date-locked", {company().lockDate->toString()});
        }
    }

    /// A new identifier (UUIDv7 by the host's clock).
    Uuid newUuid() {
        std::array<std::uint8_t, 16> bytes{};
        check(business().new_uuid(call_, bytes.data()));
        return Uuid::fromBytes(bytes.data());
    }

    /// The same as an identifier of one kind: `newId<SaleId>()`.
    template <class Kind>
    Kind newId() {
        return Kind(newUuid());
    }

    /// Does an enabled plugin offer the command?
    bool offers(std::string_view command) const {
        return business().offers(call_, detail::bytes(command)) == SVC_OK;
    }
    /// Runs a command of another plugin in this transaction. Its refusal is thrown on and dooms the
    /// transaction.
    Json command(std::string_view name, const Json& input) { return commandText(name, input.dump()); }
    /// The same with an input that is JSON text already.
    Json commandText(std::string_view name, std::string_view input) {
        svc_bytes output{};
        check(business().command(call_, detail::bytes(name), detail::bytes(input), &output));
        return output.size == 0 ? Json(nullptr) : Json::parse(detail::view(output));
    }

    /// Writes an event of a declared type; the host adds `actor` to `data`.
    void emit(std::string_view type, std::string_view object, std::string_view objectId, const Json& data) {
        emitText(type, object, objectId, data.dump());
    }
    /// The same with data that are JSON text already.
    void emitText(std::string_view type, std::string_view object, std::string_view objectId,
                  std::string_view data) {
        check(business().emit(call_, detail::bytes(type), detail::bytes(object), detail::bytes(objectId),
                              detail::bytes(data)));
    }

    /// Next number of a series, without gap; "DRAFT" in a dry run. Call it after the reads: its row is locked
    /// until the commit.
    std::string takeNumber(std::string_view kind, const std::optional<Uuid>& businessUnit, Date date) {
        svc_bytes number{};
        check(business().take_number(call_, detail::bytes(kind),
                                     businessUnit ? businessUnit->bytes().data() : nullptr, date.days(),
                                     &number));
        return std::string(detail::view(number));
    }

    /// One line in the history of a document. `changes`: array of { field, from, to }.
    void history(std::string_view kind, std::string_view documentId, std::string_view action,
                 const Json& changes = Json::array()) {
        const std::string text = changes.dump();
        check(business().history(call_, detail::bytes(kind), detail::bytes(documentId), detail::bytes(action),
                                 detail::bytes(text)));
    }

    /// Adds to a section of the answer of a dry run ("postings").
    void note(std::string_view section, const Json& value) {
        const std::string text = value.dump();
        check(business().note(call_, detail::bytes(section), detail::bytes(text)));
    }

    /// Files a job of this plugin in this transaction; the same key files it once.
    Uuid fileJob(std::string_view name, Instant due, const Json& payload, std::string_view key) {
        return fileJobText(name, due, payload.dump(), key);
    }
    /// The same with a payload that is JSON text already.
    Uuid fileJobText(std::string_view name, Instant due, std::string_view payload, std::string_view key) {
        std::array<std::uint8_t, 16> id{};
        check(business().file_job(call_, detail::bytes(name), due.micros(), detail::bytes(payload),
                                  detail::bytes(key), id.data()));
        return Uuid::fromBytes(id.data());
    }

    /// The same for a job with `lane: true`: those of one lane run one after the other, in the order of
    /// filing.
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

    /// Refuses with `plan-limit:<key>:<allowed>` when `used` has reached the plan's ceiling.
    void checkPlan(std::string_view key, std::int64_t used) {
        check(business().check_plan(call_, detail::bytes(key), used));
    }

    /// A business unit as JSON (id, code, name, archived, defaultLocationId, defaultWalletId); the company's
    /// default one when `id` has no value; nothing when it does not exist.
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
    /// The position in a cursor of this collection; anything else is refused with `cursor-invalid`.
    std::string openCursor(std::string_view collection, std::string_view cursor) {
        svc_bytes out{};
        check(business().open_cursor(call_, detail::bytes(collection), detail::bytes(cursor), &out));
        return std::string(detail::view(out));
    }

    enum class Level { Error = 3, Warning = 4, Information = 6, Debug = 7 };
    void log(Level level, std::string_view message) const {
        detail::host().call->log(call_, static_cast<std::int32_t>(level), detail::bytes(message));
    }

    /// The body of a request, the input of a command, the envelope of an event, the payload of a job: JSON.
    const Json& input() {
        if (!input_) {
            const std::string_view text = rawInput();
            input_ = text.empty() ? Json::object() : Json::parse(text);
        }
        return *input_;
    }
    /// The same as bytes.
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
    std::shared_ptr<const KnownCompany> company_; ///< once it was asked for
    std::optional<Json> input_;
};

/// What a hook or a subscriber is told: a view of the envelope, valid during the call. It is parsed when it
/// is first looked at.
class Event {
public:
    explicit Event(Call& call) noexcept : call_(call) {}

    const std::string& type() const { return envelope()["type"].text(); }
    const std::string& object() const { return envelope()["object"].text(); }
    const std::string& objectId() const { return envelope()["objectId"].text(); }
    /// As the schema of the event says.
    const Json& data() const { return envelope()["data"]; }
    const Json& envelope() const { return call_.input(); }

private:
    Call& call_;
};

/// What a plugin reads once in a transaction: its later calls in the same one, such as further hooks, get it
/// again. A variable of it is `thread_local`, since a transaction stays on its thread.
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
