#include "support/raw_client.hpp"

#include <algorithm>
#include <cctype>
#include <stdexcept>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

namespace svc::test {
namespace {

void readHead(Answer& answer, const std::string& head) {
    if (head.rfind("HTTP/", 0) != 0) {
        return;
    }
    answer.status = std::stoi(head.substr(head.find(' ') + 1));
    answer.reason = head.substr(13, head.find("\r\n") - 13);
    std::size_t at = head.find("\r\n");
    while (at != std::string::npos && at + 2 < head.size()) {
        const std::size_t start = at + 2;
        at = head.find("\r\n", start);
        const std::string line = head.substr(start, at == std::string::npos ? at : at - start);
        const std::size_t colon = line.find(':');
        if (colon == std::string::npos) {
            continue;
        }
        std::string name = line.substr(0, colon);
        std::transform(name.begin(), name.end(), name.begin(),
                       [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
        const std::size_t value = line.find_first_not_of(' ', colon + 1);
        answer.headers[name] = value == std::string::npos ? "" : line.substr(value);
    }
}

} // namespace

RawConnection::RawConnection(std::uint16_t port, const std::string& from, int receiveBuffer)
    : handle_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    const timeval limit{20, 0};
    ::setsockopt(handle_, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
    if (receiveBuffer > 0) {
        ::setsockopt(handle_, SOL_SOCKET, SO_RCVBUF, &receiveBuffer, sizeof receiveBuffer);
    }
    if (!from.empty()) {
        ::inet_pton(AF_INET, from.c_str(), &address.sin_addr);
        ::bind(handle_, reinterpret_cast<const sockaddr*>(&address), sizeof address);
    }
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (::connect(handle_, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
        ::close(handle_);
        throw std::runtime_error("the service does not listen");
    }
}

RawConnection::~RawConnection() {
    if (handle_ >= 0) {
        ::close(handle_);
    }
}

void RawConnection::send(const std::string& bytes) const {
    std::size_t sent = 0;
    while (sent < bytes.size()) {
        const ssize_t count = ::send(handle_, bytes.data() + sent, bytes.size() - sent, MSG_NOSIGNAL);
        if (count <= 0) {
            return;
        }
        sent += static_cast<std::size_t>(count);
    }
}

bool RawConnection::readMore() {
    char buffer[16384];
    const ssize_t count = ::recv(handle_, buffer, sizeof buffer, 0);
    if (count <= 0) {
        return false;
    }
    text_.append(buffer, static_cast<std::size_t>(count));
    return true;
}

Answer readAnswer(std::string& text, bool head, const std::function<bool(std::string&)>& readMore) {
    Answer answer;
    std::size_t end = std::string::npos;
    while ((end = text.find("\r\n\r\n")) == std::string::npos) {
        if (!readMore(text)) {
            return answer;
        }
    }
    readHead(answer, text.substr(0, end));
    const std::string length = answer.header("content-length");
    const std::size_t size = length.empty() || head ? 0 : std::stoul(length);
    while (text.size() < end + 4 + size && readMore(text)) {
    }
    answer.body = text.substr(end + 4, size);
    text.erase(0, end + 4 + size);
    if (answer.header("content-type").rfind("application/json", 0) == 0 && !answer.body.empty()) {
        answer.json = Json::parse(answer.body);
    }
    return answer;
}

Answer RawConnection::receive(bool head) {
    return readAnswer(text_, head, [this](std::string&) { return readMore(); });
}

bool RawConnection::endsWithin(std::chrono::milliseconds limit) {
    const auto until = std::chrono::steady_clock::now() + limit;
    for (;;) {
        const auto left =
            std::chrono::duration_cast<std::chrono::milliseconds>(until - std::chrono::steady_clock::now());
        pollfd waiting{handle_, POLLIN, 0};
        if (left.count() <= 0 || ::poll(&waiting, 1, static_cast<int>(left.count())) <= 0) {
            return false;
        }
        if (!readMore()) {
            return true;
        }
    }
}

void RawConnection::endSending() const {
    ::shutdown(handle_, SHUT_WR);
}

Answer sendRaw(std::uint16_t port, const std::string& bytes) {
    RawConnection connection(port);
    connection.send(bytes);
    return connection.receive(bytes.rfind("HEAD ", 0) == 0);
}

} // namespace svc::test
