#include "host/db/pool.hpp"

#include <algorithm>
#include <condition_variable>
#include <list>
#include <mutex>
#include <utility>
#include <vector>

namespace svc::host::db {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds FirstPause{50};
constexpr std::chrono::milliseconds LongestPause{2000};

} // namespace

struct Pool::Impl {
    struct Waiter {
        std::condition_variable turn;
        bool granted = false;
    };

    explicit Impl(PoolOptions chosen) : options(std::move(chosen)) {}

    PoolOptions options;
    mutable std::mutex mutex;
    std::vector<std::unique_ptr<Connection>> idle; // the one used last is taken first
    std::list<Waiter*> waiters;                    // the longest waiting is first
    std::size_t permits = 0;                       // handed out, whether connected yet or not
    std::condition_variable returned;
    PoolCounters counters;

    // Waits for the turn of the caller. A permit that comes free goes to the longest waiting, never past it.
    void takePermit(std::unique_lock<std::mutex>& lock, Clock::time_point deadline) {
        ++counters.acquired;
        if (permits < options.size && waiters.empty()) {
            ++permits;
            return;
        }
        Waiter self;
        const auto place = waiters.insert(waiters.end(), &self);
        ++counters.waits;
        const auto began = Clock::now();
        self.turn.wait_until(lock, deadline, [&] { return self.granted; });
        counters.waitMicros += static_cast<std::uint64_t>(
            std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - began).count());
        if (self.granted)
            return;
        waiters.erase(place);
        ++counters.timeouts;
        throw PoolTimeout("no database connection became free in time; all " + std::to_string(options.size) +
                          " are in use");
    }

    void givePermit() {
        if (waiters.empty()) {
            --permits;
        } else {
            Waiter* first = waiters.front();
            waiters.pop_front();
            first->granted = true;
            first->turn.notify_one();
        }
        returned.notify_all();
    }

    std::unique_ptr<Connection> takeIdle(std::unique_lock<std::mutex>& lock) {
        while (!idle.empty()) {
            std::unique_ptr<Connection> connection = std::move(idle.back());
            idle.pop_back();
            lock.unlock();
            const bool alive = connection->aliveWhenIdle();
            if (!alive)
                connection.reset();
            lock.lock();
            if (alive)
                return connection;
            --counters.open;
            ++counters.discarded;
        }
        return nullptr;
    }

    // Connects, again and again with growing pauses while the server is away, until the deadline.
    std::unique_ptr<Connection> connect(std::unique_lock<std::mutex>& lock, Clock::time_point deadline) {
        std::chrono::milliseconds pause = FirstPause;
        for (;;) {
            lock.unlock();
            try {
                auto connection = std::make_unique<Connection>(options.connection);
                lock.lock();
                ++counters.connects;
                ++counters.open;
                return connection;
            } catch (const Error&) {
                lock.lock();
                ++counters.connectFailures;
                if (Clock::now() + pause >= deadline)
                    throw;
            } catch (...) {
                lock.lock();
                throw;
            }
            std::condition_variable nobody;
            nobody.wait_for(lock, pause);
            pause = std::min(pause * 2, LongestPause);
        }
    }
};

Lease::Lease(Pool& pool, std::unique_ptr<Connection> connection) noexcept
    : pool_(&pool), connection_(std::move(connection)) {}

Lease::Lease(Lease&& other) noexcept
    : pool_(std::exchange(other.pool_, nullptr)), connection_(std::move(other.connection_)) {}

Lease& Lease::operator=(Lease&& other) noexcept {
    if (this != &other) {
        giveBack();
        pool_ = std::exchange(other.pool_, nullptr);
        connection_ = std::move(other.connection_);
    }
    return *this;
}

Lease::~Lease() {
    giveBack();
}

void Lease::giveBack() noexcept {
    if (connection_)
        pool_->takeBack(std::move(connection_));
    pool_ = nullptr;
}

Pool::Pool(PoolOptions options) : impl_(std::make_unique<Impl>(std::move(options))) {
    impl_->options.size = std::max<std::size_t>(impl_->options.size, 1);
}

Pool::~Pool() {
    std::unique_lock lock(impl_->mutex);
    impl_->returned.wait(lock, [this] { return impl_->permits == 0; });
}

Lease Pool::acquire() {
    return acquire(impl_->options.acquireTimeout);
}

Lease Pool::acquire(std::chrono::milliseconds timeout) {
    const Clock::time_point deadline = Clock::now() + timeout;
    std::unique_lock lock(impl_->mutex);
    impl_->takePermit(lock, deadline);
    try {
        std::unique_ptr<Connection> connection = impl_->takeIdle(lock);
        if (!connection)
            connection = impl_->connect(lock, deadline);
        return Lease(*this, std::move(connection));
    } catch (...) {
        impl_->givePermit();
        throw;
    }
}

void Pool::takeBack(std::unique_ptr<Connection> connection) noexcept {
    // A connection goes back clean or not at all.
    bool keep = false;
    try {
        if (!connection->broken() && connection->inTransaction())
            connection->query("ROLLBACK");
        if (!connection->broken())
            connection->trimStatements();
        keep = !connection->broken();
    } catch (...) {
        keep = false;
    }
    if (!keep)
        connection.reset();
    const std::lock_guard lock(impl_->mutex);
    if (keep) {
        impl_->idle.push_back(std::move(connection));
    } else {
        --impl_->counters.open;
        ++impl_->counters.discarded;
    }
    impl_->givePermit();
}

void Pool::discardIdle() noexcept {
    std::vector<std::unique_ptr<Connection>> closed;
    const std::lock_guard lock(impl_->mutex);
    impl_->counters.open -= impl_->idle.size();
    impl_->counters.discarded += impl_->idle.size();
    closed.swap(impl_->idle);
}

PoolCounters Pool::counters() const {
    const std::lock_guard lock(impl_->mutex);
    PoolCounters counters = impl_->counters;
    counters.size = impl_->options.size;
    counters.inUse = impl_->permits;
    counters.waiting = impl_->waiters.size();
    return counters;
}

} // namespace svc::host::db
