#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace svc::host {

/// An address that plugins may call: `permissions.http` of plugin.yaml, or an address in a setting.
struct HttpPlace {
    std::string host; ///< small letters; "*.eu.example.com": one label more; "*": any public address
    std::vector<std::uint16_t> ports;
    /// Named by the administrator in svc.yaml: may be private, and asked in the clear when it says http.
    bool configured = false;
    bool plain = false; ///< http
};

struct HttpRequest {
    std::string plugin; ///< who asks
    const std::vector<HttpPlace>* places = nullptr;
    std::string requestId;
    std::string method;
    std::string url;
    std::vector<std::pair<std::string, std::string>> headers;
    std::string body;
    std::string clientCertificate; ///< PEM of a private key and its certificates; empty: none
    bool repeatable = false;       ///< arriving twice does no harm
    std::chrono::steady_clock::time_point deadline;
    std::size_t mostBytes = 0; ///< of the body of the answer
};

struct HttpAnswer {
    int status = 0;
    std::string error; ///< why there is no answer, in the words of svc/abi/http.h
    std::string headers;
    std::string body;
    std::int64_t durationMs = 0;
};

/// A call that a plugin has made, without what may be secret.
struct SentCall {
    std::string plugin;
    std::string method;
    std::string path; ///< without query
    int status = 0;   ///< 0: no answer, see error
    std::string error;
    std::int64_t durationMs = 0;
};

/// HTTP calls of plugins to other services. Any thread may use it.
class Outbound {
public:
    virtual ~Outbound() = default;
    virtual HttpAnswer send(const HttpRequest& request) = 0;
};

} // namespace svc::host
