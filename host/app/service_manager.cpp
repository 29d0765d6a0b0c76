#include "host/app/service_manager.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>
#include <utility>

#include <Poco/Net/HTTPRequest.h>
#include <Poco/Net/HTTPResponse.h>
#include <Poco/Net/HTTPSClientSession.h>
#include <Poco/URI.h>

#include <svc/text.hpp>

#include "host/log/log.hpp"

namespace svc::host::app {
namespace {

std::string taken(const char* name) {
    const char* const value = std::getenv(name);
    std::string text = value == nullptr ? "" : value;
    ::unsetenv(name);
    return text;
}

/// Throws when the service does not answer at all; any answer will do.
void askForHealth(const Poco::URI& uri, std::chrono::microseconds limit) {
    std::unique_ptr<Poco::Net::HTTPClientSession> session;
    if (uri.getScheme() == "https") {
        // The certificate is not verified: this is the service itself, at an address that the certificate
        // need not name.
        const Poco::Net::Context::Ptr context =
            new Poco::Net::Context(Poco::Net::Context::TLS_CLIENT_USE, "", Poco::Net::Context::VERIFY_NONE);
        session = std::make_unique<Poco::Net::HTTPSClientSession>(uri.getHost(), uri.getPort(), context);
    } else {
        session = std::make_unique<Poco::Net::HTTPClientSession>(uri.getHost(), uri.getPort());
    }
    session->setTimeout(Poco::Timespan(limit.count()));
    Poco::Net::HTTPRequest request("GET", "/health", Poco::Net::HTTPMessage::HTTP_1_1);
    Poco::Net::HTTPResponse response;
    session->sendRequest(request);
    session->receiveResponse(response);
}

} // namespace

ServiceManager::ServiceManager() : socket_(taken("NOTIFY_SOCKET")) {
    if (const auto micros = parseInt64(taken("WATCHDOG_USEC")); micros && *micros > 0 && !socket_.empty()) {
        watchdog_ = std::chrono::microseconds(*micros);
    }
}

void ServiceManager::ready() {
    tell("READY=1");
}

void ServiceManager::stopping() {
    watch_.reset();
    tell("STOPPING=1");
}

void ServiceManager::watch(const std::string& url) {
    if (!watchdog_) {
        return;
    }
    const auto pause =
        std::max(std::chrono::seconds(1), std::chrono::duration_cast<std::chrono::seconds>(*watchdog_ / 3));
    watch_.emplace("the request of the watchdog", pause, [this, uri = Poco::URI(url)] {
        askForHealth(uri, *watchdog_ / 3);
        tell("WATCHDOG=1");
    });
}

void ServiceManager::tell(std::string_view message) const {
    if (socket_.empty()) {
        return;
    }
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    if (socket_.size() >= sizeof address.sun_path) {
        log::warning({}, "NOTIFY_SOCKET is too long for a socket");
        return;
    }
    std::memcpy(address.sun_path, socket_.data(), socket_.size());
    if (address.sun_path[0] == '@') {
        address.sun_path[0] = '\0'; // an abstract socket address
    }
    const auto length = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + socket_.size());
    const int descriptor = ::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    const bool told = descriptor >= 0 && ::sendto(descriptor, message.data(), message.size(), MSG_NOSIGNAL,
                                                  reinterpret_cast<const sockaddr*>(&address), length) >= 0;
    const int reason = errno;
    if (descriptor >= 0) {
        ::close(descriptor);
    }
    if (!told) {
        log::warning({}, "the service manager was not told " + std::string(message) + ": " +
                             std::strerror(reason));
    }
}

} // namespace svc::host::app
