/// @file One call of a plugin by the fake host.
#pragma once

#include <algorithm>
#include <atomic>

#include <svc/testing/detail/fake_host_class.hpp>

namespace svc::testing {

/// The rows behind an svc_rows.
struct FakeRows {
    Result result;
};

/// What stands behind an svc_call. Effects are kept here and reach the host when the call succeeds.
class FakeCall {
public:
    FakeCall(FakeHost& host, const RouteInput& input, std::int32_t kind, const std::string& name)
        : host_(host), input_(input), body_(input.body.dump()), facts_(host.situation.facts.dump()),
          isRoute_(kind == SVC_REGISTER_ROUTE), isJob_(kind == SVC_REGISTER_JOB),
          outside_(host.outside_.count({kind, name}) != 0) {
        if (!outside_) {
            open();
        }
    }
    FakeCall(const FakeCall&) = delete;
    FakeCall& operator=(const FakeCall&) = delete;

    static FakeCall& of(svc_call* call) { return *reinterpret_cast<FakeCall*>(call); }
    svc_call* handle() { return reinterpret_cast<svc_call*>(this); }

    svc_bytes keep(std::string text) {
        const std::string& kept = texts_.emplace_back(std::move(text));
        return svc_bytes{kept.data(), kept.size()};
    }

    void fail(int status, std::string_view code, std::string_view message) {
        failureStatus_ = status;
        failureCode_ = code;
        failureMessage_ = message;
    }

    /// Runs a host function: what it throws becomes the failure of the call.
    template <typename Body>
    std::int32_t guarded(Body body) noexcept {
        try {
            try {
                return body();
            } catch (const DatabaseError& error) {
                const auto code = host_.constraints_.find(error.constraint());
                if (code == host_.constraints_.end()) {
                    throw;
                }
                throw ApiError(400, code->second);
            }
        } catch (const ApiError& error) {
            fail(error.status(), error.code(), {});
        } catch (const std::exception& error) {
            fail(500, "internal-error", error.what());
        }
        return SVC_FAILED;
    }

    void needTransaction() const {
        if (!inTransaction_) {
            throw Fault("no-transaction: this call runs outside of a transaction until it begins one");
        }
    }
    Result query(const Statement& statement) {
        needTransaction();
        flush();
        return runNow(statement);
    }
    void send(Statement statement) {
        needTransaction();
        queue_.push_back(std::move(statement));
    }
    void sendLate(Statement statement) {
        needTransaction();
        late_.push_back(std::move(statement));
    }

    // Of a call outside.
    std::uint64_t transactionNumber() const { return inTransaction_ ? transactionNumber_ : 0; }
    void begin() {
        if (!outside_ || inTransaction_) {
            throw Fault(outside_ ? "transaction-open: a transaction was begun already"
                                 : "not-outside: this call is not declared to run outside");
        }
        open();
    }
    void commitOwn() {
        needOwn();
        commit();
        keepEffects();
        close();
    }
    void rollbackOwn() {
        needOwn();
        close();
    }

    std::optional<std::string> secret(const std::string& name) const {
        if (const auto found = secrets_.find(name); found != secrets_.end()) {
            return found->second;
        }
        const auto known = host_.secrets();
        const auto found = known.find(name);
        return found == known.end() ? std::nullopt : std::optional(found->second);
    }
    JobEnd& ofJob() {
        if (!isJob_) {
            throw Fault("this call is no job");
        }
        return jobEnd_;
    }

    /// Runs the handler, then what it has queued, then commits.
    void run(svc_handler handler, void* user) {
        std::int32_t result = handler(handle(), user);
        if (result == SVC_OK && doomed_) {
            result = SVC_FAILED;
        }
        if (result == SVC_OK) {
            result = guarded([&] {
                if (outside_ && inTransaction_) {
                    throw Fault("transaction-open: the handler returned without commit or rollback");
                }
                if (!outside_) {
                    commit();
                }
                return SVC_OK;
            });
        }
        finish(result == SVC_OK);
    }

    Answer takeAnswer() { return std::move(answer_); }

private:
    friend struct FakeTables;
    friend struct FakeOutside;

    void open() {
        static std::atomic<std::uint64_t> lastNumber{0};
        inTransaction_ = true;
        transactionNumber_ = ++lastNumber;
        if (host_.factory_) {
            transaction_ = host_.factory_(host_.situation.company);
        }
    }
    void close() {
        inTransaction_ = false;
        doomed_ = false;
        transaction_.reset();
        queue_.clear();
        late_.clear();
        events_.clear();
        history_.clear();
        jobs_.clear();
        secrets_.clear();
    }
    void needOwn() const {
        if (!outside_ || !inTransaction_) {
            throw Fault("no-transaction: this call has begun none");
        }
    }
    void commit() {
        if (doomed_) {
            throw Fault("a transaction in which a command was refused cannot be committed");
        }
        flush();
        std::stable_sort(late_.begin(), late_.end(),
                         [](const Statement& a, const Statement& b) { return a.orderKey < b.orderKey; });
        std::swap(queue_, late_);
        flush();
        if (transaction_ && !host_.situation.dryRun) {
            transaction_->commit();
        }
    }
    void keepEffects() {
        const std::lock_guard lock(host_.mutex_);
        const auto append = [](auto& to, auto& from) {
            to.insert(to.end(), std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()));
        };
        append(host_.events_, events_);
        append(host_.history_, history_);
        append(host_.jobs_, jobs_);
        for (const auto& [name, value] : secrets_) {
            if (value) {
                host_.secrets_[name] = *value;
            } else {
                host_.secrets_.erase(name);
            }
        }
        if (isJob_) {
            host_.jobEnd_ = jobEnd_;
        }
    }
    void flush() {
        std::vector<Statement> queued;
        std::swap(queued, queue_);
        for (const Statement& statement : queued) {
            runNow(statement);
        }
    }
    Result runNow(const Statement& statement) {
        Result result = host_.answer(statement);
        return transaction_ ? transaction_->run(statement) : result;
    }

    void finish(bool succeeded) {
        if (!succeeded) {
            const int status = failureStatus_ >= 400 && failureStatus_ < 600 ? failureStatus_ : 500;
            answer_ = Answer();
            answer_.status = status;
            answer_.code = failureCode_;
            answer_.fault = failureMessage_;
            answer_.body = Json::object({{"statusCode", status}, {"message", failureCode_}}).dump();
            return;
        }
        if (host_.situation.dryRun) {
            const std::lock_guard lock(host_.mutex_);
            host_.notes_ = std::move(notes_);
            return;
        }
        keepEffects();
    }

    FakeHost& host_;
    const RouteInput& input_;
    const std::string body_;
    const std::string facts_;
    const bool isRoute_;
    const bool isJob_;
    const bool outside_;
    bool inTransaction_ = false;
    std::uint64_t transactionNumber_ = 0;
    std::unique_ptr<Transaction> transaction_;
    Answer answer_;
    int failureStatus_ = 0;
    std::string failureCode_;
    std::string failureMessage_;
    bool doomed_ = false;
    std::vector<Statement> queue_;
    std::vector<Statement> late_;
    std::vector<Event> events_;
    std::vector<HistoryLine> history_;
    std::vector<FiledJob> jobs_;
    std::map<std::string, std::optional<std::string>> secrets_;
    JobEnd jobEnd_;
    std::map<std::string, std::vector<Json>> notes_;
    std::deque<std::string> texts_;
    std::vector<std::unique_ptr<FakeRows>> results_;
    std::vector<svc_rows*> started_; ///< until they are collected
};

inline Answer FakeHost::run(std::int32_t kind, const std::string& name, const RouteInput& input) {
    const auto binding = bindings_.find({kind, name});
    if (binding == bindings_.end()) {
        throw std::runtime_error("the plugin has registered nothing under " + name);
    }
    FakeCall call(*this, input, kind, name);
    call.run(binding->second.handler, binding->second.user);
    return call.takeAnswer();
}

inline Json FakeHost::listen(std::int32_t kind, const std::string& name, const Json& input) {
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

inline Result FakeHost::answer(const Statement& statement) {
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

inline Uuid FakeHost::nextUuid() {
    std::uint64_t number = 0;
    {
        const std::lock_guard lock(mutex_);
        number = ++uuids_;
    }
    // Not random: a test that fails fails again. The highest byte comes first: its place gives bits away.
    std::array<std::uint8_t, 10> bytes{};
    for (std::size_t i = 0; i < sizeof number; ++i) {
        bytes[bytes.size() - 1 - i] = static_cast<std::uint8_t>(number >> (8 * i));
    }
    return makeUuidV7(situation.now.micros() / 1000, bytes);
}

inline HttpStandIn::Reply FakeHost::replyTo(const SentRequest& request) {
    const std::lock_guard lock(mutex_);
    requests_.push_back(request);
    const auto found = standIns_.find({request.method, request.path()});
    if (found == standIns_.end()) {
        throw Fault("nobody stands in for " + request.method + ' ' + request.path());
    }
    return found->second.next();
}

inline void FakeHost::forget() {
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
