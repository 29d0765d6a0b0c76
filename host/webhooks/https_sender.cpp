#include "host/webhooks/https_sender.hpp"

#include <algorithm>
#include <iterator>

#include "host/webhooks/answer_reader.hpp"

namespace svc::host::webhooks {
namespace {

using SteadyClock = std::chrono::steady_clock;

constexpr std::chrono::seconds IdleLimit{30};
constexpr std::size_t MostIdle = 256;
constexpr std::size_t ReadSize = 4096;
// After the status decided, the rest of the answer is only for the excerpt and for another use of the
// connection.
constexpr std::chrono::seconds RestLimit{2};

std::string requestText(const HookUrl& url, const Message& message) {
    std::string text = "POST " + url.target + " HTTP/1.1\r\nHost: " + url.authority + "\r\n";
    for (const auto& [name, value] : message.headers) {
        text.append(name).append(": ").append(value).append("\r\n");
    }
    text += "Content-Length: " + std::to_string(message.body.size()) + "\r\n\r\n";
    return text + message.body;
}

std::string errorOf(int status) {
    if (status >= 200 && status < 300) {
        return {};
    }
    return status >= 300 && status < 400 ? "redirect" : "http-status";
}

} // namespace

HttpsSender::HttpsSender(const AddressPolicy& policy, const std::string& caFile,
                         std::chrono::milliseconds limit)
    : policy_(policy), context_(makeTlsContext(caFile)), limit_(limit) {}

Outcome HttpsSender::send(const Message& message) {
    const auto start = SteadyClock::now();
    Outcome outcome;
    const auto url = parseHookUrl(message.url);
    if (!url || !policy_.permits(*url)) {
        outcome.error = "address-private";
    } else {
        try {
            outcome = attempt(*url, message, start + limit_);
        } catch (const SendFailure& failure) {
            outcome.error = failure.what();
        }
    }
    outcome.durationMs =
        std::chrono::duration_cast<std::chrono::milliseconds>(SteadyClock::now() - start).count();
    return outcome;
}

Outcome HttpsSender::attempt(const HookUrl& url, const Message& message, Deadline deadline) {
    const std::string request = requestText(url, message);
    if (Connection kept = takeIdle(url)) {
        // The peer may have closed it meanwhile: then nothing was answered, and a fresh one decides.
        if (auto outcome = exchange(std::move(kept), url, request, deadline, false)) {
            return *outcome;
        }
    }
    return *exchange(connect(url, deadline), url, request, deadline, true);
}

std::optional<Outcome> HttpsSender::exchange(Connection connection, const HookUrl& url,
                                             const std::string& request, Deadline deadline, bool fresh) {
    AnswerReader reader;
    bool answered = false;
    try {
        connection->write(request, deadline);
        for (bool done = false; !done;) {
            const std::string bytes = connection->read(ReadSize, deadline);
            answered = answered || !bytes.empty();
            if (bytes.empty()) {
                reader.end();
                done = true;
            } else {
                const bool decided = reader.status().has_value();
                done = reader.take(bytes);
                if (!decided && reader.status()) {
                    deadline = std::min(deadline, SteadyClock::now() + RestLimit);
                }
            }
        }
    } catch (const SendFailure& failure) {
        if (!reader.status()) {
            if (!fresh && !answered && std::string_view(failure.what()) == "connection") {
                return std::nullopt;
            }
            throw;
        }
        reader.end();
    }
    if (!reader.status()) {
        if (!fresh && !answered) {
            return std::nullopt;
        }
        throw SendFailure("connection");
    }
    Outcome outcome;
    outcome.httpStatus = reader.status();
    outcome.error = errorOf(*reader.status());
    outcome.excerpt = reader.excerpt();
    if (reader.reusable()) {
        keep(url, std::move(connection));
    }
    return outcome;
}

HttpsSender::Connection HttpsSender::connect(const HookUrl& url, Deadline deadline) const {
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
                std::make_unique<TlsConnection>(context_, url, resolution.addresses[i], deadline);
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

HttpsSender::Connection HttpsSender::takeIdle(const HookUrl& url) {
    const std::string key = url.hostAndPort();
    const auto now = SteadyClock::now();
    std::list<Idle> old; // closed after the lock
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
            // Its peer is gone.
        }
        return nullptr;
    }
    return nullptr;
}

void HttpsSender::keep(const HookUrl& url, Connection connection) {
    std::list<Idle> old;
    const std::lock_guard lock(mutex_);
    idle_.push_back({url.hostAndPort(), SteadyClock::now(), std::move(connection)});
    if (idle_.size() > MostIdle) {
        old.splice(old.end(), idle_, idle_.begin());
    }
}

} // namespace svc::host::webhooks
