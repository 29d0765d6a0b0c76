#include "fake_call.hpp"

#include <atomic>
#include <iterator>

namespace svc::testing {

FakeCall::FakeCall(FakeHost& host, const RouteInput& input, std::int32_t kind, const std::string& name)
    : host_(host), input_(input), body_(input.body.dump()), facts_(host.situation.facts.dump()),
      isRoute_(kind == SVC_REGISTER_ROUTE), isJob_(kind == SVC_REGISTER_JOB),
      outside_(host.outside_.count({kind, name}) != 0) {
    if (!outside_) {
        open();
    }
}

svc_bytes FakeCall::keep(std::string text) {
    const std::string& kept = texts_.emplace_back(std::move(text));
    return svc_bytes{kept.data(), kept.size()};
}

void FakeCall::fail(int status, std::string_view code, std::string_view message) {
    failureStatus_ = status;
    failureCode_ = code;
    failureMessage_ = message;
}

void FakeCall::needTransaction() const {
    if (!inTransaction_) {
        throw Fault("no-transaction: this call runs outside of a transaction until it begins one");
    }
}

Result FakeCall::query(const Statement& statement) {
    needTransaction();
    flush();
    return runNow(statement);
}

void FakeCall::send(Statement statement) {
    needTransaction();
    queue_.push_back(std::move(statement));
}

void FakeCall::sendLate(Statement statement) {
    needTransaction();
    late_.push_back(std::move(statement));
}

void FakeCall::begin() {
    if (!outside_ || inTransaction_) {
        throw Fault(outside_ ? "transaction-open: a transaction was begun already"
                             : "not-outside: this call is not declared to run outside");
    }
    open();
}

void FakeCall::commitOwn() {
    needOwn();
    commit();
    keepEffects();
    close();
}

void FakeCall::rollbackOwn() {
    needOwn();
    close();
}

std::optional<std::string> FakeCall::secret(const std::string& name) const {
    if (const auto found = secrets_.find(name); found != secrets_.end()) {
        return found->second;
    }
    const auto known = host_.secrets();
    const auto found = known.find(name);
    return found == known.end() ? std::nullopt : std::optional(found->second);
}

JobEnd& FakeCall::ofJob() {
    if (!isJob_) {
        throw Fault("this call is no job");
    }
    return jobEnd_;
}

void FakeCall::run(svc_handler handler, void* user) {
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

void FakeCall::open() {
    static std::atomic<std::uint64_t> lastNumber{0};
    inTransaction_ = true;
    transactionNumber_ = ++lastNumber;
    if (host_.factory_) {
        transaction_ = host_.factory_(host_.situation.company);
    }
}

void FakeCall::close() {
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

void FakeCall::needOwn() const {
    if (!outside_ || !inTransaction_) {
        throw Fault("no-transaction: this call has begun none");
    }
}

void FakeCall::commit() {
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

void FakeCall::keepEffects() {
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

void FakeCall::flush() {
    std::vector<Statement> queued;
    std::swap(queued, queue_);
    for (const Statement& statement : queued) {
        runNow(statement);
    }
}

Result FakeCall::runNow(const Statement& statement) {
    Result result = host_.answer(statement);
    return transaction_ ? transaction_->run(statement) : result;
}

void FakeCall::finish(bool succeeded) {
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

} // namespace svc::testing
