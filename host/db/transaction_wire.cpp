// Sending of a Transaction's statements: role changes, reconnecting, and statements that the server works on
// while the caller goes on.
#include "host/db/roles.hpp"
#include "host/db/transaction.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <utility>

namespace svc::host::db {

std::uint64_t Transaction::start(std::string_view sql, std::span<const Param> params, std::string_view role) {
    send(sql, params, role);
    const std::uint64_t started = nextStarted_++;
    queue_.back().started = started;
    if (queuedBytes_ >= SentAtOnce)
        sendQueue();
    return started;
}

Rows Transaction::collect(std::uint64_t started) {
    requireOpen();
    const auto find = [&] {
        return std::find_if(started_.begin(), started_.end(),
                            [&](const auto& one) { return one.first == started; });
    };
    auto found = find();
    if (found == started_.end()) {
        settle();
        found = find();
    }
    if (found == started_.end()) {
        flush();
        found = find();
    }
    if (found == started_.end())
        throw std::invalid_argument("no statement with this number is waited for");
    Rows rows = std::move(found->second);
    started_.erase(found);
    return rows;
}

// Sends the queued statements without waiting for their results.
void Transaction::sendQueue() {
    // The first round trip is repeated when the idle connection turns out to be dead.
    if (!begun_) {
        flush();
        return;
    }
    settle();
    UnderWay underWay;
    const std::string limit = timeLimit();
    std::vector<std::vector<Param>> views;
    views.reserve(queue_.size());
    underWay.queue = std::move(queue_);
    queue_.clear();
    queuedBytes_ = 0;
    for (const Queued& queued : underWay.queue) {
        const std::vector<Param>& params = views.emplace_back(queued.params.begin(), queued.params.end());
        underWay.all.push_back({queued.sql, params, Keep::Always, queued.role});
    }
    underWay.asRoles = asRoles(underWay.all);
    try {
        lease_->expectAnswersWithin(statementTime_);
        if (!limit.empty())
            lease_->pipeline(std::array{Statement{limit, {}, Keep::Never, AnyRole}});
        lease_->send(underWay.asRoles.sent);
    } catch (...) {
        state_ = State::Failed;
        throw;
    }
    ++queries_;
    role_ = underWay.asRoles.role;
    underWay_ = std::move(underWay);
}

// Reads the results of running statements.
void Transaction::settle() {
    if (!underWay_)
        return;
    UnderWay underWay = *std::exchange(underWay_, std::nullopt);
    try {
        std::vector<Rows> rows = lease_->receive();
        for (std::size_t i = 0; i < underWay.queue.size(); ++i)
            keepRows(underWay.queue[i], std::move(rows[underWay.asRoles.wanted[i]]));
    } catch (const Error& error) {
        state_ = State::Failed;
        tellIfDenied(error, underWay.all);
        throw;
    } catch (...) {
        state_ = State::Failed;
        throw;
    }
}

void Transaction::keepRows(Queued& queued, Rows&& rows) {
    if (queued.started != 0)
        started_.emplace_back(queued.started, std::move(rows));
    else if (queued.askedAhead)
        asked_.emplace_back(std::move(queued), std::move(rows));
}

// Inserts SET LOCAL ROLE before each statement whose role differs from that of the statement before it.
// Without statements it switches back to the host's role.
Transaction::AsRoles Transaction::asRoles(std::span<const Statement> all) const {
    AsRoles made;
    made.role = role_;
    made.texts.reserve(all.size() + 1); // views refer to them, so they must not move
    made.sent.reserve(2 * all.size() + 1);
    made.wanted.reserve(all.size());
    const auto take = [&](std::string_view next) {
        made.role = next;
        made.texts.push_back("SET LOCAL ROLE " + std::string(next.empty() ? AppRole : next));
        made.sent.push_back({made.texts.back(), {}, Keep::Always, AnyRole});
    };
    for (const Statement& statement : all) {
        if (statement.role != AnyRole && statement.role != made.role)
            take(statement.role);
        made.wanted.push_back(made.sent.size());
        made.sent.push_back(statement);
    }
    if (all.empty())
        take({});
    return made;
}

std::vector<Rows> Transaction::runAsRoles(std::span<const Statement> all) {
    const auto differs = [this](const Statement& one) { return one.role != AnyRole && one.role != role_; };
    if (!all.empty() && std::none_of(all.begin(), all.end(), differs))
        return runOnce(all);
    const AsRoles made = asRoles(all);
    std::vector<Rows> rows = runOnce(made.sent);
    role_ = made.role;
    std::vector<Rows> answers;
    answers.reserve(made.wanted.size());
    for (const std::size_t at : made.wanted)
        answers.push_back(std::move(rows[at]));
    return answers;
}

// Reports that a plugin's role lacked a right. Only here is the plugin's name known, because the failed
// statement may be a queued one.
void Transaction::tellIfDenied(const Error& error, std::span<const Statement> all) const {
    constexpr std::string_view InsufficientPrivilege = "42501";
    if (error.sqlState() != InsufficientPrivilege)
        return;
    const auto found = std::find_if(all.begin(), all.end(), [&](const Statement& one) {
        return one.sql == error.statement() && !one.role.empty() && one.role != AnyRole;
    });
    if (found != all.end())
        pool_.tellDenied(found->role, error.message());
}

std::vector<Rows> Transaction::runOnce(std::span<const Statement> all) {
    if (lease_) {
        lease_->expectAnswersWithin(statementTime_);
        return lease_->pipeline(all);
    }
    lease_ = pool_.acquireFor(company_);
    lease_->expectAnswersWithin(statementTime_);
    try {
        return lease_->pipeline(all);
    } catch (const ConnectionLost& lost) {
        // An idle connection may have died. Nothing of the transaction exists on the server yet, so it can
        // start again on a new connection, unless a COMMIT was sent.
        if (lost.duringCommit())
            throw;
        lease_.giveBack();
        pool_.discardIdle();
    }
    lease_ = pool_.acquireFor(company_);
    lease_->expectAnswersWithin(statementTime_);
    return lease_->pipeline(all);
}

} // namespace svc::host::db
