#include "host/db/transaction.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace svc::host::db {
namespace {

bool isUuid(std::string_view text) {
    if (text.size() != 36)
        return false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        const bool dash = i == 8 || i == 13 || i == 18 || i == 23;
        const bool digit = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
        if (dash ? c != '-' : !digit)
            return false;
    }
    return true;
}

// Time limit of a stream: a long export runs at the speed of its reader.
constexpr std::chrono::milliseconds StreamTime{600'000};
// The statement timeout is changed only when it is off by more than this.
constexpr std::chrono::milliseconds Tolerance{1000};

bool same(const QueuedWrite& queued, std::string_view sql, std::span<const Param> params,
          std::string_view role) {
    return queued.role == role && queued.sql == sql &&
           std::equal(queued.params.begin(), queued.params.end(), params.begin(), params.end());
}

// Reads and discards the remaining results.
void hearOut(Connection& connection) {
    try {
        connection.receive();
    } catch (const ConnectionLost&) {
        throw;
    } catch (const Error&) {
        return; // the rollback that follows undoes it
    }
}

// SET takes no parameters, so the text becomes part of the statement: it must be a valid uuid.
std::string bindingTo(std::string_view company) {
    if (!company.empty() && !isUuid(company))
        throw std::invalid_argument("a transaction is bound to a company by its uuid");
    return "SET LOCAL svc.company = '" + std::string(company) + "'";
}

std::span<const Param> spanOf(std::initializer_list<Param> params) {
    return {params.begin(), params.size()};
}

} // namespace

Transaction::Transaction(Pool& pool, std::optional<std::string_view> company)
    : pool_(pool), statementTime_(pool.statementTimeout()) {
    if (!company)
        return;
    if (company->empty())
        throw std::invalid_argument("a transaction is bound to a company by its uuid");
    binding_ = bindingTo(*company);
    company_ = *company;
}

void Transaction::bindTo(std::optional<std::string_view> company) {
    const std::string_view bound = company.value_or(std::string_view());
    const std::string binding = bindingTo(bound);
    const Statement statement{binding, {}, Keep::OneOfMany};
    run({&statement, 1}, true, false);
    company_ = bound;
}

void Transaction::limitTo(std::span<const std::string> businessUnits) {
    std::string list;
    for (const std::string& unit : businessUnits) {
        if (!isUuid(unit))
            throw std::invalid_argument("a transaction is limited to business units by their uuids");
        list += (list.empty() ? "" : ",") + unit;
    }
    limit_ = list.empty() ? std::string() : "SET LOCAL svc.business_units = '{" + list + "}'";
}

Transaction::~Transaction() {
    rollback();
}

void Transaction::requireOpen() {
    if (state_ == State::Open)
        return;
    if (state_ == State::Asked) {
        askedAgain_ = true;
        throw AskedAgain();
    }
    throw std::logic_error(state_ == State::Failed ? "the transaction has failed and can only be rolled back"
                                                   : "the transaction has ended");
}

Rows Transaction::query(std::string_view sql, std::span<const Param> params, std::string_view role) {
    if (std::optional<Rows> rows = takeAsked(sql, params, role))
        return std::move(*rows);
    const Statement statement{sql, params, Keep::Always, role};
    return run({&statement, 1}, false, false).front();
}

std::optional<Rows> Transaction::takeAsked(std::string_view sql, std::span<const Param> params,
                                           std::string_view role) {
    requireOpen();
    settle(); // statements asked ahead may be running
    const auto waiting = std::find_if(queue_.begin(), queue_.end(), [&](const Queued& queued) {
        return queued.askedAhead && same(queued, sql, params, role);
    });
    if (waiting != queue_.end() && waiting->inOrder) {
        flush();
    } else if (waiting != queue_.end()) {
        queue_.erase(waiting); // the caller now sends this query itself
        return std::nullopt;
    }
    const auto found = std::find_if(asked_.begin(), asked_.end(),
                                    [&](const auto& one) { return same(one.first, sql, params, role); });
    if (found == asked_.end()) {
        // The query has other parameters than the one asked ahead. Drops the kept rows: later statements may
        // change them.
        std::erase_if(asked_, [&](const auto& one) { return one.first.sql == sql; });
        std::erase_if(queue_, [&](const Queued& queued) { return queued.askedAhead && queued.sql == sql; });
        return std::nullopt;
    }
    Rows rows = std::move(found->second);
    asked_.erase(found);
    return rows;
}

Rows Transaction::query(std::string_view sql, std::initializer_list<Param> params) {
    return query(sql, spanOf(params));
}

std::vector<Rows> Transaction::queryMany(std::span<const Statement> statements) {
    return run(statements, false, false);
}

std::vector<Rows> Transaction::queryMany(std::initializer_list<Statement> statements) {
    return run({statements.begin(), statements.size()}, false, false);
}

void Transaction::stream(std::string_view sql, std::span<const Param> params,
                         const std::function<void(const Rows&)>& row) {
    if (state_ == State::Open && !begun_)
        endsWithFirst_ = false;
    if (!deadline_)
        deadline_ = std::chrono::steady_clock::now() + StreamTime;
    run({}, false, false, true);
    try {
        if (!role_.empty())
            runAsRoles({});
        lease_->stream(sql, params, row);
    } catch (...) {
        state_ = State::Failed;
        throw;
    }
}

Transaction::Queued Transaction::copy(std::string_view orderKey, std::string_view sql,
                                      std::span<const Param> params, std::string_view role) {
    Queued queued{std::string(orderKey), std::string(sql), {}, role};
    queued.params.reserve(params.size());
    for (const Param& param : params)
        queued.params.push_back(param ? std::optional<std::string>(*param) : std::nullopt);
    return queued;
}

void Transaction::send(std::string_view sql, std::span<const Param> params, std::string_view role) {
    requireOpen();
    queue_.push_back(copy({}, sql, params, role));
    for (const Param& param : params)
        queuedBytes_ += param ? param->size() : 0;
}

void Transaction::send(std::string_view sql, std::initializer_list<Param> params) {
    send(sql, spanOf(params));
}

void Transaction::askAhead(std::string_view sql, std::span<const Param> params, std::string_view role) {
    send(sql, params, role);
    queue_.back().askedAhead = true;
}

void Transaction::askAhead(std::string_view sql, std::initializer_list<Param> params) {
    askAhead(sql, spanOf(params));
}

void Transaction::askInOrder(std::string_view sql, std::initializer_list<Param> params) {
    askAhead(sql, params);
    queue_.back().inOrder = true;
}

void Transaction::sendLate(std::string_view orderKey, std::string_view sql, std::span<const Param> params,
                           std::string_view role, const Merge& merge) {
    requireOpen();
    merge.check(params.size());
    late_.push_back(copy(orderKey, sql, params, role));
    late_.back().merge = merge;
    if (late_.size() < mergeLateAt_)
        return;
    // A long import has very many late writes to few rows, so they are merged early.
    sortAndMerge(late_);
    mergeLateAt_ = std::max(MostLateBeforeMerge, 2 * late_.size());
}

void Transaction::sendLate(std::string_view orderKey, std::string_view sql,
                           std::initializer_list<Param> params, const Merge& merge) {
    sendLate(orderKey, sql, spanOf(params), {}, merge);
}

void Transaction::flush() {
    run({}, false, false);
}

void Transaction::flushLate() {
    run({}, true, false);
}

void Transaction::commit() {
    run({}, true, true);
}

std::vector<Rows> Transaction::commitWith(std::span<const Statement> statements) {
    return run(statements, true, true);
}

std::vector<Rows> Transaction::commitWith(std::initializer_list<Statement> statements) {
    return run({statements.begin(), statements.size()}, true, true);
}

Rows Transaction::commitWith(std::string_view sql, std::initializer_list<Param> params) {
    const Statement statement{sql, spanOf(params)};
    return run({&statement, 1}, true, true).front();
}

// BEGIN, the proof, the binding to the company and the time limits.
void Transaction::addBegin(Pipeline& pipeline) {
    std::vector<Statement>& all = pipeline.all;
    all.push_back(
        {oneSnapshot_ ? "BEGIN ISOLATION LEVEL REPEATABLE READ" : "BEGIN", {}, Keep::Always, AnyRole});
    if (proof_ != nullptr) {
        pipeline.proofParams.assign(proof_->params.begin(), proof_->params.end());
        all.push_back({proof_->sql, pipeline.proofParams});
    }
    if (!binding_.empty())
        all.push_back({binding_, {}, Keep::OneOfMany, AnyRole});
    if (!limit_.empty())
        all.push_back({limit_, {}, Keep::Never, AnyRole});
}

void Transaction::addQueued(Pipeline& pipeline, bool withLate) const {
    pipeline.views.reserve(queue_.size() + late_.size());
    const auto add = [&](const Queued& queued) {
        std::vector<Param>& params = pipeline.views.emplace_back(queued.params.begin(), queued.params.end());
        pipeline.all.push_back({queued.sql, params, Keep::Always, queued.role});
    };
    for (const Queued& queued : queue_)
        add(queued);
    if (withLate)
        for (const Queued& queued : late_)
            add(queued);
}

// The question for the snapshot, and the end of the transaction, as far as each is wanted.
void Transaction::addEnd(Pipeline& pipeline, bool withCommit) const {
    std::vector<Statement>& all = pipeline.all;
    pipeline.tellsSnapshot = tellsSnapshot_ && !begun_ && (proof_ == nullptr || !proof_->tellsSnapshot);
    if (pipeline.tellsSnapshot)
        all.push_back({"SELECT pg_current_snapshot()", {}, Keep::Always, AnyRole});
    if (withCommit && groupsCommit_)
        all.push_back({"SET LOCAL synchronous_commit = off", {}, Keep::Always, AnyRole});
    pipeline.ends = endsWithFirst_ && !withCommit;
    // COMMIT runs as the host: deferred triggers then have the same rights, whichever plugin wrote last.
    if (withCommit)
        all.push_back({"COMMIT", {}});
    else if (pipeline.ends)
        all.push_back({"ROLLBACK", {}, Keep::Always, AnyRole});
}

std::vector<Rows> Transaction::runAll(const Pipeline& pipeline) {
    sent_ = true;
    ++queries_;
    try {
        std::vector<Rows> rows = runAsRoles(pipeline.all);
        if (pipeline.ends)
            sent_ = false; // nothing is left to roll back
        if (proof_ != nullptr)
            weigh(rows[1]);
        return rows;
    } catch (const Error& error) {
        state_ = State::Failed;
        tellIfDenied(error, pipeline.all);
        throw;
    } catch (...) {
        state_ = State::Failed;
        throw;
    }
}

// Puts BEGIN, the binding, the queued writes, the late ones, the statements and COMMIT into one pipeline, as
// far as each is wanted, and returns the rows of the statements given.
std::vector<Rows> Transaction::run(std::span<const Statement> statements, bool withLate, bool withCommit,
                                   bool beginsAnyway) {
    requireOpen();
    settle();
    const bool sendsLate = withLate && !late_.empty();
    const bool sendsAnything =
        !statements.empty() || !queue_.empty() || sendsLate || (withCommit && begun_) || beginsAnyway;
    if (!sendsAnything) {
        if (withCommit)
            drop();
        return {};
    }
    if (sendsLate)
        sortAndMerge(late_);

    Pipeline pipeline;
    const std::string limit = timeLimit();
    pipeline.all.reserve(queue_.size() + late_.size() + statements.size() + 7);
    if (!begun_)
        addBegin(pipeline);
    if (!limit.empty())
        pipeline.all.push_back({limit, {}, Keep::Never, AnyRole});
    const std::size_t firstOfQueue = pipeline.all.size();
    addQueued(pipeline, sendsLate);
    const std::size_t firstOfCaller = pipeline.all.size();
    pipeline.all.insert(pipeline.all.end(), statements.begin(), statements.end());
    addEnd(pipeline, withCommit);

    std::vector<Rows> rows = runAll(pipeline);
    for (std::size_t i = 0; i < queue_.size(); ++i)
        keepRows(queue_[i], std::move(rows[firstOfQueue + i]));
    if (pipeline.tellsSnapshot)
        snapshot_ = rows[firstOfCaller + statements.size()].text(0, 0);
    begun_ = true;
    queue_.clear();
    queuedBytes_ = 0;
    if (withLate)
        late_.clear();
    if (withCommit)
        drop();
    if (pipeline.ends) {
        state_ = State::Asked;
        lease_.giveBack();
    }
    const auto first = rows.begin() + static_cast<std::ptrdiff_t>(firstOfCaller);
    return {first, first + static_cast<std::ptrdiff_t>(statements.size())};
}

void Transaction::prove() {
    if (state_ == State::Asked || proof_ == nullptr)
        return;
    requireOpen();
    const std::vector<Param> params(proof_->params.begin(), proof_->params.end());
    const Statement statement{proof_->sql, params};
    ++queries_;
    weigh(runOnce({&statement, 1}).front());
}

void Transaction::weigh(const Rows& rows) {
    Proof& proof = *std::exchange(proof_, nullptr);
    if (!proof.holds(rows)) {
        state_ = State::Failed;
        throw ProofFailed();
    }
    proof.given = true;
    if (tellsSnapshot_ && proof.tellsSnapshot)
        snapshot_ = rows.text(0, rows.columns() - 1);
}

/// The statement that sets the statement timeout to the time left; empty when it is about right already.
std::string Transaction::timeLimit() {
    if (!deadline_)
        return {};
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(*deadline_ - std::chrono::steady_clock::now());
    if (left.count() <= 0) {
        state_ = State::Failed;
        throw DeadlinePassed();
    }
    if (left >= statementTime_ - Tolerance && left <= statementTime_ + Tolerance)
        return {};
    statementTime_ = left;
    return "SET LOCAL statement_timeout = " + std::to_string(left.count());
}

void Transaction::rollback() noexcept {
    if (state_ == State::Ended)
        return;
    if (lease_ && sent_ && !lease_->broken()) {
        try {
            if (underWay_)
                hearOut(*lease_);
            lease_->query("ROLLBACK");
        } catch (...) {
            lease_->markBroken();
        }
    }
    drop();
}

void Transaction::endRead() noexcept {
    if (state_ == State::Open && lease_ && begun_ && !underWay_ && queue_.empty() && late_.empty() &&
        !lease_->broken()) {
        try {
            lease_->sendAhead("ROLLBACK");
        } catch (...) {
            lease_->markBroken();
        }
        drop();
        return;
    }
    rollback();
}

void Transaction::drop() noexcept {
    state_ = State::Ended;
    underWay_.reset();
    started_.clear();
    queue_.clear();
    asked_.clear();
    late_.clear();
    lease_.giveBack();
}

} // namespace svc::host::db
