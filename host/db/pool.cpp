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

// With less than 100 percent, at least one connection is left to others.
std::size_t shareOf(std::size_t size, unsigned percent) {
    return percent >= 100 || size == 1 ? size : std::clamp<std::size_t>(size * percent / 100, 1, size - 1);
}

} // namespace

struct Pool::Impl {
    struct Waiter {
        std::string_view company;
        std::condition_variable turn;
        bool granted = false;
    };

    explicit Impl(PoolOptions chosen) : options(std::move(chosen)) {}

    PoolOptions options;
    mutable std::mutex mutex;
    std::vector<std::unique_ptr<Connection>> idle; // used as a stack: the last returned is taken first
    std::list<Waiter*> waiters;                    // the longest waiting first
    std::size_t permits = 0;                       // handed out, whether connected yet or not
    std::vector<std::string> companies;            // holders of the permits, once for each permit
    std::size_t share = 1;
    std::condition_variable returned;
    PoolCounters counters;

    std::size_t heldBy(std::string_view company) const {
        return company.empty()
                   ? 0
                   : static_cast<std::size_t>(std::count(companies.begin(), companies.end(), company));
    }

    void grant(std::string_view company) {
        ++permits;
        if (!company.empty())
            companies.emplace_back(company);
    }

    // Waits for a permit. While one is free, no waiter is below its share, so the caller need not queue.
    void takePermit(std::unique_lock<std::mutex>& lock, Clock::time_point deadline,
                    std::string_view company) {
        ++counters.acquired;
        if (permits < options.size && heldBy(company) < share) {
            grant(company);
            return;
        }
        Waiter self;
        self.company = company;
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
        if (share < options.size && heldBy(company) >= share) {
            ++counters.shareTimeouts;
            throw CompanyShareTaken("the company holds its share of the database connections, " +
                                    std::to_string(share) + " of " + std::to_string(options.size));
        }
        throw PoolTimeout("no database connection became free in time; all " + std::to_string(options.size) +
                          " are in use");
    }

    void givePermit(const std::string& company) {
        --permits;
        const auto own = std::find(companies.begin(), companies.end(), company);
        if (own != companies.end()) {
            *own = std::move(companies.back());
            companies.pop_back();
        }
        while (permits < options.size && grantNext()) {
        }
        returned.notify_all();
    }

    // Returns false when no waiter is below its share.
    bool grantNext() {
        auto next = waiters.end();
        std::size_t fewest = share;
        for (auto waiter = waiters.begin(); waiter != waiters.end() && fewest > 0; ++waiter) {
            const std::size_t held = heldBy((*waiter)->company);
            if (held < fewest) {
                next = waiter;
                fewest = held;
            }
        }
        if (next == waiters.end())
            return false;
        Waiter* first = *next;
        waiters.erase(next);
        grant(first->company);
        first->granted = true;
        first->turn.notify_one();
        return true;
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

Lease::Lease(Pool& pool, std::unique_ptr<Connection> connection, std::string company) noexcept
    : pool_(&pool), company_(std::move(company)), connection_(std::move(connection)) {}

Lease::Lease(Lease&& other) noexcept
    : pool_(std::exchange(other.pool_, nullptr)), company_(std::move(other.company_)),
      connection_(std::move(other.connection_)) {}

Lease& Lease::operator=(Lease&& other) noexcept {
    if (this != &other) {
        giveBack();
        pool_ = std::exchange(other.pool_, nullptr);
        company_ = std::move(other.company_);
        connection_ = std::move(other.connection_);
    }
    return *this;
}

Lease::~Lease() {
    giveBack();
}

void Lease::giveBack() noexcept {
    if (connection_)
        pool_->takeBack(std::move(connection_), company_);
    pool_ = nullptr;
}

Pool::Pool(PoolOptions options) : impl_(std::make_unique<Impl>(std::move(options))) {
    const std::size_t size = std::max<std::size_t>(impl_->options.size, 1);
    impl_->options.size = size;
    impl_->companies.reserve(size);
    impl_->share = shareOf(size, impl_->options.companyPercent);
}

Pool::~Pool() {
    std::unique_lock lock(impl_->mutex);
    impl_->returned.wait(lock, [this] { return impl_->permits == 0; });
}

Lease Pool::acquire() {
    return acquire(impl_->options.acquireTimeout);
}

Lease Pool::acquire(std::chrono::milliseconds timeout) {
    return acquire(timeout, {});
}

Lease Pool::acquireFor(std::string_view company) {
    return acquire(impl_->options.acquireTimeout, company);
}

Lease Pool::acquire(std::chrono::milliseconds timeout, std::string_view company) {
    const Clock::time_point deadline = Clock::now() + timeout;
    std::unique_lock lock(impl_->mutex);
    std::string holder(company);
    impl_->takePermit(lock, deadline, holder);
    try {
        std::unique_ptr<Connection> connection = impl_->takeIdle(lock);
        if (!connection)
            connection = impl_->connect(lock, deadline);
        return {*this, std::move(connection), std::move(holder)};
    } catch (...) {
        impl_->givePermit(holder);
        throw;
    }
}

void Pool::takeBack(std::unique_ptr<Connection> connection, const std::string& company) noexcept {
    // A connection is returned without an open transaction, or closed.
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
    impl_->givePermit(company);
}

void Pool::discardIdle() noexcept {
    std::vector<std::unique_ptr<Connection>> closed;
    const std::lock_guard lock(impl_->mutex);
    impl_->counters.open -= impl_->idle.size();
    impl_->counters.discarded += impl_->idle.size();
    closed.swap(impl_->idle);
}

std::chrono::milliseconds Pool::statementTimeout() const noexcept {
    return impl_->options.connection.statementTimeout;
}

void Pool::tellDenied(std::string_view role, const std::string& message) const {
    if (impl_->options.denied)
        impl_->options.denied(role, message);
}

PoolCounters Pool::counters() const {
    const std::lock_guard lock(impl_->mutex);
    PoolCounters counters = impl_->counters;
    counters.size = impl_->options.size;
    counters.share = impl_->share;
    counters.inUse = impl_->permits;
    counters.waiting = impl_->waiters.size();
    return counters;
}

} // namespace svc::host::db
