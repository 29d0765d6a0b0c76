// Sockets: who comes, what the kernel tells, what lasts too long, and the end.

#include "host/http/front_loop.hpp"

#include "host/log/log.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <stdexcept>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

namespace svc::host::http {

namespace {

constexpr std::size_t DefaultPerAddress = 512;
constexpr std::int64_t Tick = 100; // milliseconds between two looks at the deadlines
// Refused connections that are told so; beyond, an attacker's are closed without a word.
constexpr std::size_t MostExcess = 256;

Poco::Net::ServerSocket bound(const Front::Options& options) {
    const std::string where = options.address + ':' + std::to_string(options.port);
    try {
        Poco::Net::ServerSocket socket;
        socket.bind(Poco::Net::SocketAddress(options.address, options.port), true, false);
        socket.listen(4096);
        socket.setBlocking(false);
        return socket;
    } catch (const Poco::Exception& error) {
        throw std::runtime_error("cannot listen on " + where + ": " + error.displayText());
    }
}

int descriptorOf(const Poco::Net::ServerSocket& socket) {
    return socket.impl()->sockfd();
}

std::string textOf(const sockaddr_storage& address) {
    char text[INET6_ADDRSTRLEN] = "";
    if (address.ss_family == AF_INET) {
        const auto& four = reinterpret_cast<const sockaddr_in&>(address);
        ::inet_ntop(AF_INET, &four.sin_addr, text, sizeof text);
        return text;
    }
    const auto& six = reinterpret_cast<const sockaddr_in6&>(address);
    ::inet_ntop(AF_INET6, &six.sin6_addr, text, sizeof text);
    // A client of the IPv4 network is one address, however the listener sees it.
    constexpr std::string_view Mapped = "::ffff:";
    const std::string_view whole = text;
    const bool mapped = IN6_IS_ADDR_V4MAPPED(&six.sin6_addr) != 0 && whole.substr(0, Mapped.size()) == Mapped;
    return std::string(mapped ? whole.substr(Mapped.size()) : whole);
}

/// As many descriptors as the system lets this process have; how many connections that is enough for.
std::size_t roomForConnections(std::size_t wanted) {
    constexpr std::size_t Others = 200;
    rlimit limit{};
    if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) {
        return wanted;
    }
    if (limit.rlim_cur < wanted + Others && limit.rlim_cur < limit.rlim_max) {
        limit.rlim_cur = std::min<rlim_t>(limit.rlim_max, wanted + Others + MostExcess);
        ::setrlimit(RLIMIT_NOFILE, &limit);
        ::getrlimit(RLIMIT_NOFILE, &limit);
    }
    if (limit.rlim_cur >= wanted + Others) {
        return wanted;
    }
    const std::size_t room = limit.rlim_cur > 2 * Others ? limit.rlim_cur - Others : Others;
    log::warning({}, "the system allows fewer open files than server.connections needs",
                 {{"connections", static_cast<std::int64_t>(room)}});
    return room;
}

} // namespace

Front::Loop::Loop(Options options, Answerer& answerer)
    : options_(std::move(options)), limits_(options_.limits), answerer_(answerer),
      trusted_(options_.trustedProxies), listener_(bound(options_)), port_(listener_.address().port()),
      epoll_(::epoll_create1(EPOLL_CLOEXEC)), event_(::eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)),
      queue_({limits_.threads, 2, limits_.queue, limits_.patience},
             [this](Connection& connection) { work(connection); }) {
    if (epoll_ < 0 || event_ < 0) {
        throw std::runtime_error(std::string("no event queue: ") + std::strerror(errno));
    }
    options_.limits.connections = roomForConnections(limits_.connections);
}

Front::Loop::~Loop() {
    close();
    connections_.clear();
    ::close(event_);
    ::close(epoll_);
}

void Front::Loop::start() {
    epoll_event event{};
    event.events = EPOLLIN;
    event.data.ptr = this;
    ::epoll_ctl(epoll_, EPOLL_CTL_ADD, event_, &event);
    event.data.ptr = nullptr;
    ::epoll_ctl(epoll_, EPOLL_CTL_ADD, descriptorOf(listener_), &event);
    accepting_ = true;
    thread_ = std::thread([this] { run(); });
}

std::int64_t Front::Loop::now() const {
    const auto since = std::chrono::steady_clock::now().time_since_epoch();
    return std::chrono::duration_cast<std::chrono::milliseconds>(since).count();
}

void Front::Loop::wake() {
    const std::uint64_t one = 1;
    static_cast<void>(!::write(event_, &one, sizeof one));
}

void Front::Loop::run() {
    std::array<epoll_event, 256> events{};
    while (!stopping_.load()) {
        const bool sleeps = connections_.empty() && accepting_ && !draining_;
        const int count = ::epoll_wait(epoll_, events.data(), static_cast<int>(events.size()),
                                       sleeps ? -1 : static_cast<int>(Tick));
        for (int i = 0; i < count; ++i) {
            const epoll_event& event = events[static_cast<std::size_t>(i)];
            if (event.data.ptr == nullptr) {
                accept();
            } else if (event.data.ptr == this) {
                takeReturned();
            } else {
                happened(*static_cast<Connection*>(event.data.ptr), event.events);
            }
        }
        if (const std::int64_t time = now(); time >= nextSweep_) {
            nextSweep_ = time + Tick;
            sweep();
        }
    }
}

void Front::Loop::accept() {
    for (int turn = 0; turn < 64; ++turn) {
        sockaddr_storage address{};
        socklen_t size = sizeof address;
        const int descriptor = ::accept4(descriptorOf(listener_), reinterpret_cast<sockaddr*>(&address),
                                         &size, SOCK_NONBLOCK | SOCK_CLOEXEC);
        if (descriptor < 0) {
            if (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM) {
                // Until the next look at the deadlines: something may be free then.
                ::epoll_ctl(epoll_, EPOLL_CTL_DEL, descriptorOf(listener_), nullptr);
                accepting_ = false;
            }
            return;
        }
        const int on = 1;
        ::setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
        admit(descriptor, textOf(address));
    }
}

void Front::Loop::admit(int descriptor, std::string address) {
    accepted_.add();
    const bool local = limits_.perAddress == 0 && isLoopback(address);
    const std::size_t most = limits_.perAddress == 0 ? DefaultPerAddress : limits_.perAddress;
    const std::size_t sameAddress = ++byAddress_[address];
    const bool tooMany = !local && !trusted_.contains(address) && sameAddress > most;
    auto connection = std::make_unique<Connection>(descriptor, nullptr, std::move(address));
    Connection& added = *connection;
    added.excess = tooMany || connections_.size() >= limits_.connections;
    added.place = connections_.size();
    connections_.push_back(std::move(connection));
    open_.add(1);
    epoll_event event{};
    event.events = EPOLLIN | EPOLLONESHOT;
    event.data.ptr = &added;
    if (::epoll_ctl(epoll_, EPOLL_CTL_ADD, descriptor, &event) != 0) {
        close(added);
        return;
    }
    added.deadline = now() + limits_.keepAlive.count();
    if (!added.excess) {
        return;
    }
    excess_.add();
    const bool flood = sameAddress > most + MostExcess || added.place > limits_.connections + MostExcess;
    if (flood) {
        close(added);
    } else {
        refuse(added, notReady());
    }
}

void Front::Loop::happened(Connection& connection, std::uint32_t) {
    switch (connection.phase.load()) {
    case Phase::Handshake:
        handshake(connection);
        break;
    case Phase::Idle:
    case Phase::Reading:
        readable(connection);
        break;
    case Phase::Writing:
        writable(connection);
        break;
    case Phase::Lingering:
        linger(connection);
        break;
    case Phase::Busy:
        break; // not watched
    }
}

void Front::Loop::handshake(Connection& connection) {
    const Stream::State state = connection.stream->handshake().state;
    if (state == Stream::State::Ended) {
        close(connection);
    } else if (state != Stream::State::Done) {
        watch(connection, state == Stream::State::WantsWrite ? EPOLLOUT : EPOLLIN);
    } else if (connection.excess) {
        refuse(connection, notReady());
    } else {
        connection.phase = Phase::Idle;
        connection.deadline = now() + limits_.keepAlive.count();
        readable(connection);
    }
}

void Front::Loop::readable(Connection& connection) {
    // A bounded number of turns, so that one fast sender does not hold the loop.
    for (int turn = 0; turn < 8; ++turn) {
        const Stream::Outcome outcome = connection.stream->read(buffer_.data(), buffer_.size());
        if (outcome.state == Stream::State::Ended) {
            if (connection.phase.load() == Phase::Reading) {
                refuse(connection, Refused(400, "request-invalid").close());
            } else {
                close(connection);
            }
            return;
        }
        if (outcome.state != Stream::State::Done) {
            watch(connection, outcome.state == Stream::State::WantsWrite ? EPOLLOUT : EPOLLIN);
            return;
        }
        connection.input.append(buffer_.data(), outcome.count);
        if (advance(connection) != After::Wait) {
            return;
        }
        if (!connection.stream->secure() && outcome.count < buffer_.size()) {
            break;
        }
    }
    watch(connection, EPOLLIN);
}

void Front::Loop::resume(Connection& connection) {
    if (advance(connection) == After::Wait) {
        if (connection.stream->hasPending()) {
            readable(connection);
        } else {
            watch(connection, EPOLLIN);
        }
    }
}

void Front::Loop::writable(Connection& connection) {
    const Stream::State state = connection.answer.flush(*connection.stream);
    if (state == Stream::State::Ended) {
        close(connection);
    } else if (state == Stream::State::Done) {
        if (finished(connection) == After::Next) {
            resume(connection);
        }
    } else {
        connection.deadline = transferDeadline(connection, connection.answer.written());
        watch(connection, state == Stream::State::WantsRead ? EPOLLIN : EPOLLOUT);
    }
}

// A connection closed with unread bytes is reset, and the client would lose its answer: what it still sends
// is read for a moment.
void Front::Loop::linger(Connection& connection) {
    for (int turn = 0; turn < 8; ++turn) {
        const Stream::Outcome outcome = connection.stream->read(buffer_.data(), buffer_.size());
        if (outcome.state == Stream::State::Ended) {
            close(connection);
            return;
        }
        if (outcome.state != Stream::State::Done) {
            break;
        }
    }
    watch(connection, EPOLLIN);
}

void Front::Loop::watch(Connection& connection, std::uint32_t events) {
    epoll_event event{};
    event.events = events | EPOLLONESHOT;
    event.data.ptr = &connection;
    ::epoll_ctl(epoll_, EPOLL_CTL_MOD, connection.stream->descriptor(), &event);
}

void Front::Loop::takeReturned() {
    std::uint64_t count = 0;
    static_cast<void>(!::read(event_, &count, sizeof count));
    std::vector<Connection*> returned;
    {
        const std::lock_guard lock(mutex_);
        returned.swap(returned_);
    }
    for (Connection* connection : returned) {
        taken(*connection);
    }
}

std::int64_t Front::Loop::transferDeadline(const Connection& connection, std::size_t bytes) const {
    // Who takes fewer bytes a second than this holds memory for nothing.
    constexpr std::size_t BytesPerMilli = 4;
    return connection.since + limits_.transfer.count() + static_cast<std::int64_t>(bytes / BytesPerMilli);
}

void Front::Loop::sweep() {
    const std::int64_t time = now();
    if (!accepting_ && !draining_) {
        epoll_event event{};
        event.events = EPOLLIN;
        accepting_ = ::epoll_ctl(epoll_, EPOLL_CTL_ADD, descriptorOf(listener_), &event) == 0;
    }
    for (Connection* connection : queue_.takeLate()) {
        late_.add();
        if (refuse(*connection, notReady()) == After::Next) {
            resume(*connection);
        }
    }
    if (draining_ && accepting_) {
        ::epoll_ctl(epoll_, EPOLL_CTL_DEL, descriptorOf(listener_), nullptr);
        listener_.close();
        accepting_ = false;
    }
    // From the end: closing moves the last connection to the place of the closed one.
    for (std::size_t i = connections_.size(); i-- > 0;) {
        Connection& connection = *connections_[i];
        const Phase phase = connection.phase.load();
        const bool late = time >= connection.deadline.load();
        if (phase == Phase::Busy || (!late && !(draining_ && phase == Phase::Idle))) {
            continue;
        }
        expired(connection, phase);
    }
    const std::lock_guard lock(mutex_);
    isQuiet_ = draining_ && connections_.empty();
    if (isQuiet_) {
        quiet_.notify_all();
    }
}

void Front::Loop::expired(Connection& connection, Phase phase) {
    if (phase == Phase::Idle) {
        // A worker may just have parked it: the event of the hang-up closes it.
        connection.stream->hangUp();
        return;
    }
    timedOut_.add();
    if (phase == Phase::Reading) {
        refuse(connection, Refused(400, "request-invalid").close());
    } else {
        close(connection);
    }
}

void Front::Loop::close(Connection& connection) {
    forgetBody(connection);
    const auto known = byAddress_.find(connection.peer);
    if (known != byAddress_.end() && --known->second == 0) {
        byAddress_.erase(known);
    }
    open_.add(-1);
    const std::size_t place = connection.place;
    std::swap(connections_[place], connections_.back());
    connections_[place]->place = place;
    connections_.pop_back();
}

void Front::Loop::drain(std::chrono::milliseconds limit) {
    draining_ = true;
    wake();
    std::unique_lock lock(mutex_);
    quiet_.wait_for(lock, limit, [this] { return isQuiet_ || !thread_.joinable(); });
}

void Front::Loop::close() {
    if (thread_.joinable()) {
        stopping_ = true;
        wake();
        thread_.join();
    }
    queue_.stop();
}

void Front::Loop::expose(log::Exposition& out) const {
    const auto counter = [&](std::string_view name, std::string_view help, const log::Counter& value) {
        out.family(name, "counter", help);
        out.sample(name, {}, value.value());
    };
    out.family("svc_http_connections", "gauge", "Open connections.");
    out.sample("svc_http_connections", {}, open_.value());
    out.family("svc_http_waiting", "gauge", "Requests waiting for a thread.");
    out.sample("svc_http_waiting", {}, queue_.waiting());
    out.family("svc_http_body_bytes", "gauge", "Bytes of bodies held.");
    out.sample("svc_http_body_bytes", {}, bodyBytes_.load());
    counter("svc_http_accepted_total", "Connections accepted.", accepted_);
    counter("svc_http_excess_total", "Connections refused: too many, of all or of one address.", excess_);
    counter("svc_http_late_total", "Requests refused because they would have waited too long.", late_);
    counter("svc_http_timed_out_total", "Connections ended because the client was too slow.", timedOut_);
}

Front::Front(Options options, Answerer& answerer)
    : loop_(std::make_unique<Loop>(std::move(options), answerer)) {}

Front::~Front() = default;

void Front::start() {
    loop_->start();
}

std::uint16_t Front::port() const {
    return loop_->port();
}

void Front::drain(std::chrono::milliseconds limit) {
    loop_->drain(limit);
}

void Front::close() {
    loop_->close();
}

void Front::expose(log::Exposition& out) const {
    loop_->expose(out);
}

} // namespace svc::host::http
