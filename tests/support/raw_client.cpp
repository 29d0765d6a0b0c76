#include "support/raw_client.hpp"

#include <algorithm>
#include <cctype>
#include <stdexcept>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

namespace svc::test {
namespace {

class Socket {
public:
    explicit Socket(std::uint16_t port) : handle_(::socket(AF_INET, SOCK_STREAM, 0)) {
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_port = htons(port);
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        const timeval limit{20, 0};
        ::setsockopt(handle_, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
        if (::connect(handle_, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
            ::close(handle_);
            throw std::runtime_error("the service does not listen");
        }
    }
    ~Socket() { ::close(handle_); }
    Socket(const Socket&) = delete;
    Socket& operator=(const Socket&) = delete;

    /// The service may answer and close before it has read all: that is no failure here.
    void write(const std::string& bytes) const {
        std::size_t sent = 0;
        while (sent < bytes.size()) {
            const ssize_t count = ::send(handle_, bytes.data() + sent, bytes.size() - sent, MSG_NOSIGNAL);
            if (count <= 0) {
                return;
            }
            sent += static_cast<std::size_t>(count);
        }
    }
    bool readMore(std::string& text) const {
        char buffer[16384];
        const ssize_t count = ::recv(handle_, buffer, sizeof buffer, 0);
        if (count <= 0) {
            return false;
        }
        text.append(buffer, static_cast<std::size_t>(count));
        return true;
    }

private:
    int handle_;
};

void readHead(Answer& answer, const std::string& head) {
    if (head.rfind("HTTP/", 0) != 0) {
        return;
    }
    answer.status = std::stoi(head.substr(head.find(' ') + 1));
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

Answer sendRaw(std::uint16_t port, const std::string& bytes) {
    const Socket socket(port);
    socket.write(bytes);
    std::string text;
    Answer answer;
    std::size_t end = std::string::npos;
    while ((end = text.find("\r\n\r\n")) == std::string::npos) {
        if (!socket.readMore(text)) {
            return answer;
        }
    }
    readHead(answer, text.substr(0, end));
    const std::string length = answer.header("content-length");
    const std::size_t size = length.empty() ? 0 : std::stoul(length);
    const bool head = bytes.rfind("HEAD ", 0) == 0;
    while (!head && text.size() < end + 4 + size && socket.readMore(text)) {
    }
    answer.body = text.substr(end + 4);
    if (answer.header("content-type").rfind("application/json", 0) == 0 && !answer.body.empty()) {
        answer.json = Json::parse(answer.body);
    }
    return answer;
}

} // namespace svc::test
