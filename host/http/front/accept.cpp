// Accepting of connections.

#include "host/http/front/loop.hpp"

#include "host/log/log.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <new>
#include <stdexcept>
#include <system_error>

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
// Excess connections that get a refusal; beyond this number they are closed without an answer, as under an
// attack.
constexpr std::size_t MostExcess = 256;

void bindTo(Poco::Net::ServerSocket& socket, const std::string& address, std::uint16_t port) {
    socket.bind(Poco::Net::SocketAddress(address, port), true, false);
}

Poco::Net::ServerSocket bound(const Front::Options& options) {
    const std::string where = options.address + ':' + std::to_string(options.port);
    try {
        Poco::Net::ServerSocket socket;
        bindTo(socket, options.address, options.port);
        socket.listen(4096);
        socket.setBlocking(false);
        return socket;
    } catch (const Poco::Exception& error) {
        throw std::runtime_error(
            "cannot listen on " + where + " (server.address and server.port, or SVC_PORT): " +
            (error.code() != 0 ? std::generic_category().message(error.code()) : error.displayText()));
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
    // An IPv4 client counts as one address, also when the listener reports it as IPv4-mapped IPv6.
    constexpr std::string_view Mapped = "::ffff:";
    const std::string_view whole = text;
    const bool mapped = IN6_IS_ADDR_V4MAPPED(&six.sin6_addr) != 0 && whole.substr(0, Mapped.size()) == Mapped;
    return std::string(mapped ? whole.substr(Mapped.size()) : whole);
}

/// Raises the limit of file descriptors as far as allowed; returns the number of connections for which it is
/// enough.
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

int bindFailure(const std::string& address, std::uint16_t port) {
    try {
        Poco::Net::ServerSocket socket;
        bindTo(socket, address, port);
        return 0;
    } catch (const Poco::Exception& error) {
        return error.code() != 0 ? error.code() : EADDRNOTAVAIL;
    }
}

Front::Loop::Loop(Options options, Answerer& answerer)
    : options_(std::move(options)), limits_(options_.limits), answerer_(answerer),
      trusted_(options_.trustedProxies), listener_(bound(options_)), port_(listener_.address().port()),
      epoll_(::epoll_create1(EPOLL_CLOEXEC)), event_(::eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)),
      queue_({limits_.threads, 2, limits_.queue, limits_.patience, limits_.companyPercent},
             [this](Connection& connection) { work(connection); }) {
    if (epoll_ < 0 || event_ < 0) {
        throw std::runtime_error(std::string("no event queue: ") + std::strerror(errno));
    }
    options_.limits.connections = roomForConnections(limits_.connections);
    if (!options_.certificate.empty()) {
        certificate_.emplace(options_.certificate, options_.key);
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
                // Pauses until the next check of the deadlines, when descriptors or memory may be free again.
                stopListening();
            }
            return;
        }
        const int on = 1;
        ::setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
        try {
            admit(descriptor, textOf(address));
        } catch (const std::bad_alloc&) {
            stopListening();
            return;
        }
    }
}

void Front::Loop::admit(int descriptor, std::string address) {
    accepted_.add();
    const bool local = limits_.perAddress == 0 && isLoopback(address);
    const std::size_t most = limits_.perAddress == 0 ? DefaultPerAddress : limits_.perAddress;
    const std::size_t sameAddress = ++byAddress_[address];
    const bool tooMany = !local && !trusted_.contains(address) && sameAddress > most;
    const bool excess = tooMany || connections_.size() >= limits_.connections;
    if (excess) {
        excess_.add();
    }
    if (excess &&
        (sameAddress > most + MostExcess || connections_.size() > limits_.connections + MostExcess)) {
        forgetAddress(address);
        ::close(descriptor);
        return;
    }
    SSL_CTX* tls = certificate_ ? certificate_->context() : nullptr;
    connections_.push_back(std::make_unique<Connection>(descriptor, tls, std::move(address)));
    Connection& added = *connections_.back();
    added.excess = excess;
    added.place = connections_.size() - 1;
    open_.add(1);
    epoll_event event{};
    event.events = EPOLLIN | EPOLLONESHOT;
    event.data.ptr = &added;
    if (::epoll_ctl(epoll_, EPOLL_CTL_ADD, descriptor, &event) != 0) {
        close(added);
    } else if (tls != nullptr) {
        added.phase = Phase::Handshake;
        added.deadline = now() + limits_.handshake.count();
    } else if (excess) {
        refuse(added, notReady());
    } else {
        added.deadline = now() + limits_.keepAlive.count();
    }
}

void Front::Loop::forgetAddress(const std::string& address) {
    const auto known = byAddress_.find(address);
    if (known != byAddress_.end() && --known->second == 0) {
        byAddress_.erase(known);
    }
}

void Front::Loop::startListening() {
    epoll_event event{};
    event.events = EPOLLIN;
    accepting_ = ::epoll_ctl(epoll_, EPOLL_CTL_ADD, descriptorOf(listener_), &event) == 0;
}

void Front::Loop::stopListening() {
    ::epoll_ctl(epoll_, EPOLL_CTL_DEL, descriptorOf(listener_), nullptr);
    accepting_ = false;
}

} // namespace svc::host::http
