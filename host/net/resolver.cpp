#include "host/net/resolver.hpp"

#include <cstring>
#include <future>
#include <memory>
#include <thread>

#include <netdb.h>

namespace svc::host::net {
namespace {

std::vector<sockaddr_storage> lookUp(const std::string& host, const std::string& port, bool literal) {
    addrinfo hints{};
    hints.ai_family = AF_UNSPEC;
    hints.ai_socktype = SOCK_STREAM;
    hints.ai_flags = AI_NUMERICSERV | (literal ? AI_NUMERICHOST : AI_ADDRCONFIG);
    addrinfo* found = nullptr;
    std::vector<sockaddr_storage> addresses;
    if (::getaddrinfo(host.c_str(), port.c_str(), &hints, &found) != 0) {
        return addresses;
    }
    const std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)> owner(found, &::freeaddrinfo);
    for (const addrinfo* entry = found; entry != nullptr; entry = entry->ai_next) {
        sockaddr_storage address{};
        std::memcpy(&address, entry->ai_addr, entry->ai_addrlen);
        addresses.push_back(address);
    }
    return addresses;
}

} // namespace

Resolution resolve(const std::string& host, std::uint16_t portNumber, Deadline deadline) {
    Resolution resolution;
    const std::string port = std::to_string(portNumber);
    resolution.addresses = lookUp(host, port, true);
    if (resolution.addresses.empty()) {
        // getaddrinfo has no time limit, so it runs on a detached thread; a late result is discarded.
        std::promise<std::vector<sockaddr_storage>> promise;
        auto answer = promise.get_future();
        std::thread([promise = std::move(promise), host, port]() mutable {
            promise.set_value(lookUp(host, port, false));
        }).detach();
        if (answer.wait_until(deadline) != std::future_status::ready) {
            resolution.outcome = Resolution::Outcome::TooLate;
            return resolution;
        }
        resolution.addresses = answer.get();
    }
    resolution.outcome =
        resolution.addresses.empty() ? Resolution::Outcome::NotFound : Resolution::Outcome::Found;
    return resolution;
}

} // namespace svc::host::net
