#include "support/tcp_proxy.hpp"

#include <arpa/inet.h>
#include <array>
#include <chrono>
#include <cstring>
#include <netinet/in.h>
#include <poll.h>
#include <stdexcept>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

namespace svc::test {
namespace {

constexpr int Step = 50; // milliseconds between two checks of the switches

int connectTo(const std::string& path) {
    const int server = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    path.copy(address.sun_path, sizeof(address.sun_path) - 1);
    if (::connect(server, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) != 0) {
        ::close(server);
        return -1;
    }
    return server;
}

bool sendAll(int to, const char* bytes, ssize_t count) {
    while (count > 0) {
        const ssize_t sent = ::send(to, bytes, static_cast<std::size_t>(count), MSG_NOSIGNAL);
        if (sent <= 0) {
            return false;
        }
        bytes += sent;
        count -= sent;
    }
    return true;
}

} // namespace

TcpProxy::TcpProxy(std::string socketPath) : path_(std::move(socketPath)) {
    listener_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof(address);
    if (::bind(listener_, reinterpret_cast<const sockaddr*>(&address), size) != 0 ||
        ::listen(listener_, 64) != 0 ||
        ::getsockname(listener_, reinterpret_cast<sockaddr*>(&address), &size) != 0) {
        throw std::runtime_error("the proxy cannot listen");
    }
    port_ = ntohs(address.sin_port);
    acceptor_ = std::thread([this] { accept(); });
}

TcpProxy::~TcpProxy() {
    stopping_ = true;
    acceptor_.join();
    for (std::thread& thread : threads_) {
        thread.join();
    }
    ::close(listener_);
}

void TcpProxy::cut() {
    ++cuts_;
}

void TcpProxy::accept() {
    while (!stopping_) {
        pollfd watched{listener_, POLLIN, 0};
        if (::poll(&watched, 1, Step) <= 0) {
            continue;
        }
        const int client = ::accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
        if (client < 0) {
            continue;
        }
        const int server = connectTo(path_);
        if (server < 0) {
            ::close(client);
            continue;
        }
        const std::lock_guard lock(mutex_);
        threads_.emplace_back([this, client, server] { forward(client, server); });
    }
}

void TcpProxy::forward(int client, int server) {
    const unsigned cuts = cuts_;
    std::array<char, 65536> buffer{};
    bool open = true;
    while (open && !stopping_ && cuts == cuts_) {
        std::array<pollfd, 2> watched{{{client, POLLIN, 0}, {server, POLLIN, 0}}};
        if (silent_) {
            // Received data are neither read nor forwarded; the connection stays open.
            std::this_thread::sleep_for(std::chrono::milliseconds(Step));
            continue;
        }
        if (::poll(watched.data(), watched.size(), Step) <= 0) {
            continue;
        }
        for (std::size_t i = 0; i < watched.size() && open && !silent_; ++i) {
            if (watched[i].revents == 0) {
                continue;
            }
            const ssize_t count = ::recv(watched[i].fd, buffer.data(), buffer.size(), 0);
            open = count > 0 && sendAll(watched[1 - i].fd, buffer.data(), count);
        }
    }
    ::close(client);
    ::close(server);
}

} // namespace svc::test
