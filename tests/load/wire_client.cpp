#include "wire_client.hpp"

#include <arpa/inet.h>
#include <charconv>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdexcept>
#include <sys/socket.h>
#include <unistd.h>

namespace svc::load {

WireClient::WireClient(std::uint16_t port) : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    const int on = 1;
    ::setsockopt(socket_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    if (::connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
        ::close(socket_);
        throw std::runtime_error("the service does not take a connection");
    }
}

WireClient::~WireClient() {
    ::close(socket_);
}

int WireClient::exchange(std::string_view request) {
    while (!request.empty()) {
        const ssize_t sent = ::send(socket_, request.data(), request.size(), MSG_NOSIGNAL);
        if (sent <= 0) {
            throw std::runtime_error("the connection ended while sending");
        }
        request.remove_prefix(static_cast<std::size_t>(sent));
    }
    buffer_.clear();
    bodyStart_ = 0;
    bodySize_ = 0;
    char chunk[16 * 1024];
    for (;;) {
        const ssize_t count = ::recv(socket_, chunk, sizeof chunk, 0);
        if (count <= 0) {
            throw std::runtime_error("the connection ended while receiving");
        }
        buffer_.append(chunk, static_cast<std::size_t>(count));
        if (bodyStart_ == 0) {
            const std::size_t end = buffer_.find("\r\n\r\n");
            if (end == std::string::npos) {
                continue;
            }
            bodyStart_ = end + 4;
            const std::size_t length = buffer_.find("Content-Length: ");
            if (length != std::string::npos && length < end) {
                std::from_chars(buffer_.data() + length + 16, buffer_.data() + end, bodySize_);
            }
        }
        if (buffer_.size() >= bodyStart_ + bodySize_) {
            int status = 0;
            std::from_chars(buffer_.data() + 9, buffer_.data() + 12, status);
            return status;
        }
    }
}

std::string makeRequest(std::string_view method, std::string_view path, std::string_view key,
                        std::string_view body, std::string_view idempotencyKey) {
    std::string request(method);
    request.append(" ")
        .append(path)
        .append(" HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ")
        .append(key);
    if (!idempotencyKey.empty()) {
        request.append("\r\nIdempotency-Key: ").append(idempotencyKey);
    }
    if (!body.empty()) {
        request.append("\r\nContent-Type: application/json\r\nContent-Length: ")
            .append(std::to_string(body.size()));
    }
    return request.append("\r\n\r\n").append(body);
}

} // namespace svc::load
