#include "host/webhooks/connections.hpp"

#include <algorithm>
#include <iterator>

namespace svc::host::webhooks {
namespace {

using SteadyClock = std::chrono::steady_clock;

constexpr std::chrono::seconds IdleLimit{30};
constexpr std::size_t MostIdle = 256;
constexpr std::size_t ReadSize = 16 * 1024;

/// Connections are not shared between http and https, nor between different client certificates.
std::string keyOf(const HookUrl& url, const TlsIdentity* identity) {
    return (url.plain ? "http " : "https ") + url.hostAndPort() +
           (identity == nullptr ? std::string() : ' ' + identity->digest);
}

} // namespace

Connections::Connections(const AddressPolicy& policy, TlsContext context)
    : policy_(policy), context_(std::move(context)) {}

void Connections::run(const HookUrl& url, Exchange& exchange, Deadline deadline) {
    if (exchange.repeatable) {
        Connection kept = takeIdle(url, exchange.identity.get());
        // The peer may have closed the kept connection: when it gives no answer, a new connection is used.
        if (kept && runOn(std::move(kept), url, exchange, deadline, false)) {
            return;
        }
    }
    runOn(connect(url, exchange.identity.get(), deadline), url, exchange, deadline, true);
}

/// Returns false when a kept connection gave no answer.
bool Connections::runOn(Connection connection, const HookUrl& url, Exchange& exchange, Deadline deadline,
                        bool fresh) {
    AnswerSink& answer = exchange.answer;
    bool answered = false;
    exchange.begun = true;
    try {
        connection->write(exchange.request, deadline);
        for (bool done = false; !done;) {
            const std::string bytes = connection->read(ReadSize, deadline);
            answered = answered || !bytes.empty();
            if (bytes.empty()) {
                if (answered) {
                    answer.end();
                }
                done = true;
            } else {
                const bool decided = answer.status().has_value();
                done = answer.take(bytes);
                if (!decided && answer.status() && exchange.restLimit) {
                    deadline = std::min(deadline, SteadyClock::now() + *exchange.restLimit);
                }
            }
        }
    } catch (const SendFailure& failure) {
        if (!answer.status() || !exchange.restLimit) {
            if (!fresh && !answered && std::string_view(failure.what()) == "connection") {
                return false;
            }
            throw;
        }
        answer.end();
    }
    if (!answer.status()) {
        if (!fresh && !answered) {
            return false;
        }
        throw SendFailure("connection");
    }
    if (answer.reusable()) {
        keep(url, exchange.identity.get(), std::move(connection));
    }
    return true;
}

Connections::Connection Connections::connect(const HookUrl& url, const TlsIdentity* identity,
                                             Deadline deadline) const {
    const net::Resolution resolution = net::resolve(url.host, url.port, deadline);
    if (resolution.outcome == net::Resolution::Outcome::TooLate) {
        throw SendFailure("timeout");
    }
    if (resolution.outcome == net::Resolution::Outcome::NotFound) {
        throw SendFailure("dns");
    }
    for (const sockaddr_storage& address : resolution.addresses) {
        if (!policy_.permits(url, reinterpret_cast<const sockaddr*>(&address))) {
            throw SendFailure("address-private");
        }
    }
    for (std::size_t i = 0;; ++i) {
        try {
            auto connection =
                std::make_unique<PeerConnection>(context_, url, resolution.addresses[i], identity, deadline);
            const sockaddr_storage peer = connection->peer();
            if (!policy_.permits(url, reinterpret_cast<const sockaddr*>(&peer))) {
                throw SendFailure("address-private");
            }
            return connection;
        } catch (const SendFailure& failure) {
            if (i + 1 == resolution.addresses.size() || std::string_view(failure.what()) != "connection") {
                throw;
            }
        }
    }
}

Connections::Connection Connections::takeIdle(const HookUrl& url, const TlsIdentity* identity) {
    const std::string key = keyOf(url, identity);
    const auto now = SteadyClock::now();
    std::list<Idle> old; // destroyed after the lock is released
    const std::lock_guard lock(mutex_);
    while (!idle_.empty() && now - idle_.front().since > IdleLimit) {
        old.splice(old.end(), idle_, idle_.begin());
    }
    for (auto entry = idle_.rbegin(); entry != idle_.rend(); ++entry) {
        if (entry->key != key) {
            continue;
        }
        const auto position = std::prev(entry.base());
        Connection connection = std::move(position->connection);
        idle_.erase(position);
        try {
            const sockaddr_storage peer = connection->peer();
            if (connection->quiet() && policy_.permits(url, reinterpret_cast<const sockaddr*>(&peer))) {
                return connection;
            }
        } catch (const SendFailure&) {
            // The peer has closed the connection.
        }
        return nullptr;
    }
    return nullptr;
}

void Connections::keep(const HookUrl& url, const TlsIdentity* identity, Connection connection) {
    std::list<Idle> old;
    const std::lock_guard lock(mutex_);
    idle_.push_back({keyOf(url, identity), SteadyClock::now(), std::move(connection)});
    if (idle_.size() > MostIdle) {
        old.splice(old.end(), idle_, idle_.begin());
    }
}

} // namespace svc::host::webhooks
