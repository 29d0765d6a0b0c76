/// @file The functions behind the C tables of the fake host.
#include "fake_call.hpp"

#include <algorithm>
#include <stdexcept>

#include <svc/encoding.hpp>

namespace svc::testing {

struct FakeTables : FakeBytes {
    static constexpr std::int64_t Day = 86'400'000'000;
    static std::int32_t dayOf(const Situation& situation, std::int64_t instant) {
        const std::int64_t local = instant + situation.utcOffsetMinutes * 60'000'000;
        return static_cast<std::int32_t>((local >= 0 ? local : local - Day + 1) / Day);
    }

    // Registration.
    static FakeHost& host(svc_plugin* self) { return *reinterpret_cast<FakeHost*>(self); }
    static std::int32_t add(svc_plugin* self, std::int32_t kind, svc_bytes name, svc_handler handler,
                            void* user) {
        FakeHost& owner = host(self);
        const std::string key = text(name);
        if (!owner.starting_ || handler == nullptr || kind < SVC_REGISTER_ROUTE || kind > SVC_REGISTER_JOB) {
            owner.refusal_ = key + " is registered after the start, with an unknown kind or without code";
            return SVC_FAILED;
        }
        if (!owner.bindings_.emplace(std::pair(kind, key), FakeHost::Binding{handler, user}).second) {
            owner.refusal_ = key + " is registered twice";
            return SVC_FAILED;
        }
        return SVC_OK;
    }
    static std::int32_t settings(svc_plugin* self, svc_bytes* json) {
        *json = bytes(host(self).settings_);
        return SVC_OK;
    }
    static void refuse(svc_plugin* self, svc_bytes reason) {
        if (host(self).refusal_.empty()) {
            host(self).refusal_ = text(reason);
        }
    }

    // The call.
    static std::int32_t info(svc_call* handle, svc_call_info* out) {
        FakeCall& call = FakeCall::of(handle);
        const Situation& situation = call.host_.situation;
        svc_call_info full{};
        full.actor_kind = situation.actorKind;
        std::copy_n(situation.company.bytes().data(), 16, full.company);
        std::copy_n(situation.actor.bytes().data(), 16, full.actor);
        full.request_id = bytes("req_test");
        full.language = bytes(situation.language);
        full.company_json = bytes(call.facts_);
        full.now = situation.now.micros();
        full.today = dayOf(situation, full.now);
        full.flags = (situation.dryRun ? SVC_CALL_DRY_RUN : 0) | (situation.limited ? SVC_CALL_LIMITED : 0);
        full.transaction = call.transactionNumber();
        copyKnown(out, full);
        return SVC_OK;
    }
    static std::int32_t input(svc_call* handle, svc_bytes* out) {
        *out = bytes(FakeCall::of(handle).body_);
        return SVC_OK;
    }
    static std::int32_t parameter(svc_call* handle, std::int32_t kind, svc_bytes name, svc_bytes* out) {
        const RouteInput& input = FakeCall::of(handle).input_;
        const auto& values = kind == SVC_PARAMETER_PATH    ? input.path
                             : kind == SVC_PARAMETER_QUERY ? input.query
                                                           : input.headers;
        const auto lower = [](std::string word) {
            std::transform(word.begin(), word.end(), word.begin(), [](char c) {
                return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
            });
            return word;
        };
        const bool exact = kind != SVC_PARAMETER_HEADER;
        for (const auto& [key, value] : values) {
            if (exact ? key == view(name) : lower(key) == lower(text(name))) {
                *out = bytes(value);
                return SVC_OK;
            }
        }
        return SVC_ABSENT;
    }
    static std::int32_t respondStatus(svc_call* handle, std::int32_t status) {
        FakeCall& call = FakeCall::of(handle);
        return call.guarded([&] {
            if (!call.isRoute_ || status < 200 || status > 399) {
                throw Fault("status " + std::to_string(status) + " cannot be answered here");
            }
            call.answer_.status = status;
            return SVC_OK;
        });
    }
    static std::int32_t respondHeader(svc_call* handle, svc_bytes name, svc_bytes value) {
        FakeCall& call = FakeCall::of(handle);
        return call.guarded([&] {
            if (!call.isRoute_) {
                throw Fault("only routes answer with headers");
            }
            if (view(name).find_first_of("\r\n: ") != std::string_view::npos ||
                view(value).find_first_of("\r\n") != std::string_view::npos) {
                throw Fault("a header of the answer holds a line break");
            }
            call.answer_.headers.emplace_back(text(name), text(value));
            return SVC_OK;
        });
    }
    static std::int32_t respondWrite(svc_call* handle, svc_bytes part) {
        FakeCall::of(handle).answer_.body += view(part);
        return SVC_OK;
    }
    static std::int32_t fail(svc_call* handle, const svc_failure* failure) {
        FakeCall::of(handle).fail(failure->status, view(failure->code), view(failure->message));
        return SVC_OK;
    }
    static std::int32_t failure(svc_call* handle, svc_failure* out) {
        FakeCall& call = FakeCall::of(handle);
        svc_failure full{};
        full.status = call.failureStatus_;
        full.code = bytes(call.failureCode_);
        full.message = bytes(call.failureMessage_);
        copyKnown(out, full);
        return SVC_OK;
    }
    static std::int32_t log(svc_call* handle, std::int32_t level, svc_bytes message) {
        FakeHost& owner = FakeCall::of(handle).host_;
        const std::lock_guard lock(owner.mutex_);
        owner.log_.push_back({level, text(message)});
        return SVC_OK;
    }

    // The database.
    static Statement statement(svc_bytes sql, const svc_bytes* parameters, std::uint64_t count) {
        Statement made;
        made.sql = text(sql);
        for (std::uint64_t i = 0; i < count; ++i) {
            made.parameters.push_back(parameters[i].data == nullptr ? std::nullopt
                                                                    : std::optional(text(parameters[i])));
        }
        const std::size_t first = made.sql.find_first_not_of(" \t\r\n");
        const std::string word =
            first == std::string::npos
                ? ""
                : made.sql.substr(first, made.sql.find_first_of(" \t\r\n(", first) - first);
        for (const char* allowed : {"SELECT", "INSERT", "UPDATE", "DELETE", "MERGE", "VALUES", "WITH"}) {
            if (word == allowed) {
                return made;
            }
        }
        throw Fault(
            "a statement begins with SELECT, INSERT, UPDATE, DELETE, MERGE, VALUES or WITH, not with " +
            word);
    }
    static std::int32_t query(svc_call* handle, svc_bytes sql, const svc_bytes* parameters,
                              std::uint64_t count, svc_rows** out) {
        FakeCall& call = FakeCall::of(handle);
        return call.guarded([&] {
            auto rows = std::make_unique<FakeRows>();
            rows->result = call.query(statement(sql, parameters, count));
            *out = reinterpret_cast<svc_rows*>(rows.get());
            call.results_.push_back(std::move(rows));
            return SVC_OK;
        });
    }
    static std::int32_t send(svc_call* handle, svc_bytes sql, const svc_bytes* parameters,
                             std::uint64_t count) {
        FakeCall& call = FakeCall::of(handle);
        return call.guarded([&] {
            call.send(statement(sql, parameters, count));
            return SVC_OK;
        });
    }
    static std::int32_t sendLate(svc_call* handle, svc_bytes orderKey, svc_bytes sql,
                                 const svc_bytes* parameters, std::uint64_t count) {
        FakeCall& call = FakeCall::of(handle);
        return call.guarded([&] {
            Statement late = statement(sql, parameters, count);
            late.orderKey = text(orderKey);
            call.sendLate(std::move(late));
            return SVC_OK;
        });
    }
    /// Does nothing: the later query runs the statement itself. Saving round trips is not simulated.
    static std::int32_t askAhead(svc_call* handle, svc_bytes sql, const svc_bytes* parameters,
                                 std::uint64_t count) {
        const FakeCall& call = FakeCall::of(handle);
        return FakeCall::of(handle).guarded([&] {
            call.needTransaction();
            statement(sql, parameters, count);
            return SVC_OK;
        });
    }
    /// Runs each write separately; merging must give the same result.
    static std::int32_t sendLateMerged(svc_call* handle, svc_bytes orderKey, std::int32_t merge,
                                       std::uint32_t first, std::uint32_t last, svc_bytes sql,
                                       const svc_bytes* parameters, std::uint64_t count) {
        const bool joined = merge == SVC_LATE_JOINED && first == 0 && last == 0;
        const bool added = merge == SVC_LATE_ADDED && first > 0 && first <= last && last <= count;
        if (!joined && !added) {
            return FakeCall::of(handle).guarded(
                []() -> std::int32_t { throw Fault("a late write is merged in a way that there is not"); });
        }
        return sendLate(handle, orderKey, sql, parameters, count);
    }
    /// Runs the statement at once.
    static std::int32_t start(svc_call* handle, svc_bytes sql, const svc_bytes* parameters,
                              std::uint64_t count, std::uint64_t* out) {
        svc_rows* rows = nullptr;
        const std::int32_t status = query(handle, sql, parameters, count, &rows);
        if (status == SVC_OK) {
            std::vector<svc_rows*>& started = FakeCall::of(handle).started_;
            started.push_back(rows);
            *out = started.size();
        }
        return status;
    }
    static std::int32_t collect(svc_call* handle, std::uint64_t started, svc_rows** out) {
        FakeCall& call = FakeCall::of(handle);
        return call.guarded([&] {
            if (started == 0 || started > call.started_.size() || call.started_[started - 1] == nullptr) {
                throw std::invalid_argument("no statement with this number is waited for");
            }
            *out = std::exchange(call.started_[started - 1], nullptr);
            return SVC_OK;
        });
    }
    static std::int32_t rowsSize(svc_rows* rows, std::uint64_t* count, std::uint32_t* columns,
                                 std::uint64_t* affected) {
        const Result& result = reinterpret_cast<FakeRows*>(rows)->result;
        *count = result.rows.size();
        *columns = static_cast<std::uint32_t>(result.columns);
        *affected = result.affected;
        return SVC_OK;
    }
    static std::int32_t rowsRead(svc_rows* rows, std::uint64_t first, std::uint64_t count, svc_bytes* cells) {
        const Result& result = reinterpret_cast<FakeRows*>(rows)->result;
        for (std::uint64_t row = first; row < first + count; ++row) {
            for (const std::optional<std::string>& cell : result.rows.at(row)) {
                *cells++ = cell ? bytes(*cell) : svc_bytes{nullptr, 0};
            }
        }
        return SVC_OK;
    }
    /// The call frees its rows when it ends. So only the real host with a sanitizer detects a plugin that
    /// reads rows after closing them.
    static void rowsClose(svc_rows*) {}

    // Business.
    static std::int32_t offers(svc_call* handle, svc_bytes command) {
        return FakeCall::of(handle).host_.commands_.count(text(command)) != 0 ? SVC_OK : SVC_ABSENT;
    }
    static std::int32_t command(svc_call* handle, svc_bytes name, svc_bytes input, svc_bytes* output) {
        FakeCall& call = FakeCall::of(handle);
        const std::int32_t result = call.guarded([&] {
            const FakeHost& owner = call.host_;
            const auto standIn = owner.commands_.find(text(name));
            const std::string area = text(name).substr(0, text(name).find('.')) + ".*";
            if (owner.uses_ && owner.uses_->count(text(name)) == 0 && owner.uses_->count(area) == 0) {
                throw Fault(text(name) + " is not under commands.uses of plugin.yaml");
            }
            if (standIn == owner.commands_.end()) {
                throw Fault("no enabled plugin offers " + text(name));
            }
            if (call.inTransaction_ && owner.outside_.count({SVC_REGISTER_COMMAND, '*' + text(name)}) != 0) {
                throw Fault("network-in-transaction: " + text(name) + " was called in a transaction");
            }
            *output = call.keep(standIn->second(Json::parse(view(input))).dump());
            return SVC_OK;
        });
        call.doomed_ = call.doomed_ || (call.inTransaction_ && result != SVC_OK);
        return result;
    }
    static std::int32_t emit(svc_call* handle, svc_bytes type, svc_bytes object, svc_bytes objectId,
                             svc_bytes data) {
        FakeCall& call = FakeCall::of(handle);
        return call.guarded([&] {
            call.needTransaction();
            if (call.host_.types_ && call.host_.types_->count(text(type)) == 0) {
                throw Fault("the event " + text(type) + " is not declared in plugin.yaml");
            }
            const Situation& situation = call.host_.situation;
            Json actor(nullptr);
            if (situation.actorKind != SVC_ACTOR_NONE) {
                const bool user = situation.actorKind == SVC_ACTOR_USER;
                actor = Json::object({{"kind", user ? "user" : "api_key"},
                                      {"id", encodeId(user ? "usr" : "key", situation.actor)}});
            }
            Json full = Json::parse(view(data));
            full.set("actor", std::move(actor));
            call.events_.push_back({text(type), text(object), text(objectId), std::move(full)});
            return SVC_OK;
        });
    }
    static std::int32_t takeNumber(svc_call* handle, svc_bytes kind, const std::uint8_t*, std::int32_t,
                                   svc_bytes* out) {
        FakeCall& call = FakeCall::of(handle);
        FakeHost& owner = call.host_;
        std::string number = "DRAFT";
        if (!owner.situation.dryRun) {
            const std::lock_guard lock(owner.mutex_);
            const std::string digits = std::to_string(++owner.numbers_[text(kind)]);
            number = text(kind) + '-' + std::string(digits.size() < 6 ? 6 - digits.size() : 0, '0') + digits;
        }
        *out = call.keep(std::move(number));
        return SVC_OK;
    }
    static std::int32_t newUuid(svc_call* handle, std::uint8_t* out16) {
        const Uuid id = FakeCall::of(handle).host_.nextUuid();
        std::copy_n(id.bytes().data(), 16, out16);
        return SVC_OK;
    }
    static std::int32_t history(svc_call* handle, svc_bytes kind, svc_bytes documentId, svc_bytes action,
                                svc_bytes changes) {
        FakeCall& call = FakeCall::of(handle);
        return call.guarded([&] {
            call.needTransaction();
            call.history_.push_back({text(kind), text(documentId), text(action), Json::parse(view(changes))});
            return SVC_OK;
        });
    }
    static std::int32_t note(svc_call* handle, svc_bytes section, svc_bytes json) {
        FakeCall& call = FakeCall::of(handle);
        return call.guarded([&] {
            call.notes_[text(section)].push_back(Json::parse(view(json)));
            return SVC_OK;
        });
    }
    static std::int32_t fileJob(svc_call* handle, svc_bytes name, std::int64_t due, svc_bytes payload,
                                svc_bytes key, std::uint8_t* out16) {
        return fileJobIn(handle, name, {nullptr, 0}, due, payload, key, out16);
    }
    static std::int32_t fileJobIn(svc_call* handle, svc_bytes name, svc_bytes lane, std::int64_t due,
                                  svc_bytes payload, svc_bytes key, std::uint8_t* out16) {
        FakeCall& call = FakeCall::of(handle);
        return call.guarded([&] {
            call.needTransaction();
            if (view(lane).empty() != (call.host_.lanes_.count(text(name)) == 0)) {
                throw Fault("the job " + text(name) + " is filed with a lane when it is declared so");
            }
            const auto same = [&](const FiledJob& job) {
                return job.name == view(name) && job.key == view(key);
            };
            Uuid id;
            {
                const std::lock_guard lock(call.host_.mutex_);
                const auto& filed = call.host_.jobs_;
                const auto known = std::find_if(filed.begin(), filed.end(), same);
                id = known != filed.end() && view(key) != "" ? known->id : Uuid();
            }
            if (id.isNil()) {
                id = call.host_.nextUuid();
                call.jobs_.push_back(
                    {id, text(name), Instant(due), Json::parse(view(payload)), text(key), text(lane)});
            }
            std::copy_n(id.bytes().data(), 16, out16);
            return SVC_OK;
        });
    }
    static std::int32_t checkPlan(svc_call* handle, svc_bytes key, std::int64_t used) {
        FakeCall& call = FakeCall::of(handle);
        return call.guarded([&] {
            const auto limit = call.host_.limits_.find(text(key));
            if (limit != call.host_.limits_.end() && used >= limit->second) {
                throw ApiError(400, "plan-limit", {view(key), std::to_string(limit->second)});
            }
            return SVC_OK;
        });
    }
    static std::int32_t dateOf(svc_call* handle, std::int64_t instant, std::int32_t* out) {
        *out = dayOf(FakeCall::of(handle).host_.situation, instant);
        return SVC_OK;
    }
    static std::int32_t startOf(svc_call* handle, std::int32_t date, std::int64_t* out) {
        *out = date * Day - FakeCall::of(handle).host_.situation.utcOffsetMinutes * 60'000'000;
        return SVC_OK;
    }
    static std::int32_t utcOffset(svc_call* handle, std::int64_t, std::int32_t* seconds) {
        *seconds = static_cast<std::int32_t>(FakeCall::of(handle).host_.situation.utcOffsetMinutes * 60);
        return SVC_OK;
    }
    static std::int32_t sealCursor(svc_call* handle, svc_bytes collection, svc_bytes position,
                                   svc_bytes* out) {
        *out = FakeCall::of(handle).keep(hexEncode(text(collection) + '\n' + text(position)));
        return SVC_OK;
    }
    static std::int32_t openCursor(svc_call* handle, svc_bytes collection, svc_bytes cursor, svc_bytes* out) {
        FakeCall& call = FakeCall::of(handle);
        return call.guarded([&] {
            const auto plain = hexDecode(view(cursor));
            const std::string start = text(collection) + '\n';
            if (!plain || plain->compare(0, start.size(), start) != 0) {
                throw ApiError(400, "cursor-invalid");
            }
            *out = call.keep(plain->substr(start.size()));
            return SVC_OK;
        });
    }
    static std::int32_t checkDeadline(svc_call*) { return SVC_OK; }
    static std::int32_t businessUnit(svc_call* handle, svc_bytes id, svc_bytes* out) {
        FakeCall& call = FakeCall::of(handle);
        for (const Json& unit : call.host_.units_) {
            if (id.data == nullptr || unit["id"] == Json(view(id))) {
                *out = call.keep(unit.dump());
                return SVC_OK;
            }
        }
        return SVC_ABSENT;
    }
};

const svc_host_registry& FakeHost::registryTable() {
    static constexpr svc_host_registry Table = {sizeof(svc_host_registry), 0, FakeTables::add,
                                                FakeTables::settings, FakeTables::refuse};
    return Table;
}

const svc_host_call& FakeHost::callTable() {
    static constexpr svc_host_call Table = {sizeof(svc_host_call),     0,
                                            FakeTables::info,          FakeTables::input,
                                            FakeTables::parameter,     FakeTables::respondStatus,
                                            FakeTables::respondHeader, FakeTables::respondWrite,
                                            FakeTables::fail,          FakeTables::failure,
                                            FakeTables::log,           FakeTables::checkDeadline};
    return Table;
}

const svc_host_database& FakeHost::databaseTable() {
    static constexpr svc_host_database Table = {sizeof(svc_host_database), 0,
                                                FakeTables::query,         FakeTables::send,
                                                FakeTables::sendLate,      FakeTables::rowsSize,
                                                FakeTables::rowsRead,      FakeTables::rowsClose,
                                                FakeTables::start,         FakeTables::collect,
                                                FakeTables::askAhead,      FakeTables::sendLateMerged};
    return Table;
}

const svc_host_business& FakeHost::businessTable() {
    static constexpr svc_host_business Table = {sizeof(svc_host_business), 0,
                                                FakeTables::offers,        FakeTables::command,
                                                FakeTables::emit,          FakeTables::takeNumber,
                                                FakeTables::newUuid,       FakeTables::history,
                                                FakeTables::note,          FakeTables::fileJob,
                                                FakeTables::checkPlan,     FakeTables::dateOf,
                                                FakeTables::startOf,       FakeTables::sealCursor,
                                                FakeTables::openCursor,    FakeTables::businessUnit,
                                                FakeTables::fileJobIn,     FakeTables::utcOffset};
    return Table;
}

} // namespace svc::testing
