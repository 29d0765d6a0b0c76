#include "host/db/flusher.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace svc::host::db {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds FirstFlushPause{20};
constexpr std::chrono::milliseconds LongestFlushPause{500};
constexpr std::chrono::milliseconds PatienceForLife{1000};
// How soon the loss of an idle connection is noticed.
constexpr std::chrono::milliseconds LookAfterIdle{100};

// Makes the transaction one that writes, by a message in the WAL; its snapshot is taken before it gets a
// transaction number.
constexpr std::string_view WriteSomething = "SELECT pg_current_snapshot(), pg_current_xact_id(),"
                                            " pg_logical_emit_message(true, 'svc.flush', '')";
constexpr std::string_view Look = "SELECT pg_current_snapshot()";

} // namespace

Flusher::Flusher(ConnectionOptions options) : options_(std::move(options)), thread_([this] { run(); }) {}

Flusher::~Flusher() {
    {
        const std::lock_guard lock(mutex_);
        stopping_ = true;
    }
    asked_.notify_all();
    served_.notify_all();
    thread_.join();
}

Flusher::Life Flusher::begin() {
    std::unique_lock lock(mutex_);
    if (life_ == 0)
        served_.wait_for(lock, PatienceForLife, [this] { return life_ != 0 || stopping_; });
    if (life_ == 0)
        refuse();
    return life_;
}

void Flusher::wait(Life life, const Seen& seen) {
    const bool knows = !seen.committed && !seen.snapshot.empty();
    const Snapshot snapshot = knows ? Snapshot::parse(seen.snapshot) : Snapshot();
    std::unique_lock lock(mutex_);
    if (life_ == life && knows && snapshot.within(durable_))
        return;
    // The running round may have begun before the commit, so this waits for the next one.
    const std::uint64_t round = begun_ + 1;
    const auto isServed = [&] { return ended_ >= round || (knows && snapshot.within(durable_)); };
    if (life_ == life) {
        wanted_ = round;
        flushWanted_ = flushWanted_ || seen.committed || knows;
        asked_.notify_one();
        ++counters_.waits;
        const auto began = Clock::now();
        served_.wait(lock, [&] { return isServed() || life_ != life || stopping_; });
        counters_.waitMicros += static_cast<std::uint64_t>(
            std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - began).count());
        if (life_ == life && isServed())
            return;
    }
    ++counters_.failedWaits;
    refuse();
}

Flusher::Life Flusher::life() const {
    const std::lock_guard lock(mutex_);
    return life_;
}

FlusherCounters Flusher::counters() const {
    const std::lock_guard lock(mutex_);
    return counters_;
}

void Flusher::refuse() const {
    Error::Fields fields;
    fields.message = reason_;
    fields.sqlState = "08006";
    throw ConnectionLost(std::move(fields), true);
}

void Flusher::run() {
    std::unique_lock lock(mutex_);
    while (!stopping_) {
        if (life_ == 0) {
            connect(lock);
            continue;
        }
        if (asked_.wait_for(lock, LookAfterIdle, [this] { return wanted_ > ended_ || stopping_; })) {
            if (!stopping_)
                serve(lock);
        } else if (!connection_->aliveWhenIdle()) {
            lose("the server has ended the connection that makes commits durable");
        }
    }
    life_ = 0;
    served_.notify_all();
}

void Flusher::connect(std::unique_lock<std::mutex>& lock) {
    for (std::chrono::milliseconds pause = FirstFlushPause; !stopping_;
         pause = std::min(pause * 2, LongestFlushPause)) {
        lock.unlock();
        std::string reason;
        try {
            connection_ = std::make_unique<Connection>(options_);
        } catch (const std::exception& error) {
            reason = error.what();
        }
        lock.lock();
        if (reason.empty()) {
            life_ = ++lives_;
            served_.notify_all();
            return;
        }
        reason_ = std::move(reason);
        asked_.wait_for(lock, pause, [this] { return stopping_; });
    }
}

void Flusher::serve(std::unique_lock<std::mutex>& lock) {
    const std::uint64_t round = ++begun_;
    const bool flushes = std::exchange(flushWanted_, false);
    lock.unlock();
    std::string failure;
    std::optional<Snapshot> durable;
    try {
        if (flushes || !nothingNew())
            durable = flush();
    } catch (const std::exception& error) {
        failure = error.what();
    }
    lock.lock();
    if (!failure.empty()) {
        lose(std::move(failure));
        return;
    }
    if (durable) {
        durable_ = std::move(*durable);
        ++counters_.flushes;
    }
    ended_ = round;
    served_.notify_all();
}

// Everything in the returned snapshot is durable, including the flush's own transaction.
Snapshot Flusher::flush() {
    const std::array<Statement, 3> statements{{{"BEGIN", {}}, {WriteSomething, {}}, {"COMMIT", {}}}};
    const Rows written = connection_->pipeline(statements)[1];
    Snapshot snapshot = Snapshot::parse(written.text(0, 0));
    if (written.text(0, 1) == std::to_string(snapshot.end))
        ++snapshot.end;
    return snapshot;
}

// Called only by the flusher's thread, which alone changes durable_.
bool Flusher::nothingNew() {
    return Snapshot::parse(connection_->query(Look).text(0, 0)).within(durable_);
}

void Flusher::lose(std::string reason) {
    connection_.reset();
    life_ = 0;
    durable_ = {};
    reason_ = std::move(reason);
    ended_ = wanted_ = begun_; // ends the waits for all rounds
    flushWanted_ = false;
    served_.notify_all();
}

} // namespace svc::host::db
