#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace svc::host {

/// An address that plugins may call: `permissions.http` of plugin.yaml, or an address in a setting.
struct HttpPlace {
    std::string host; ///< lower case; "*.eu.example.com": one more label; "*": any public address
    std::vector<std::uint16_t> ports;
    /// From a setting in svc.yaml: may be a private address, and may use plain HTTP when it says http.
    bool configured = false;
    bool plain = false; ///< http
};

struct HttpRequest {
    std::string plugin; ///< the calling plugin
    const std::vector<HttpPlace>* places = nullptr;
    std::string requestId;
    std::string method;
    std::string url;
    std::vector<std::pair<std::string, std::string>> headers;
    std::string body;
    std::string clientCertificate; ///< PEM of a private key and its certificates; empty: none
    bool repeatable = false;       ///< safe to send twice (idempotent)
    std::chrono::steady_clock::time_point deadline;
    std::size_t mostBytes = 0; ///< limit of the answer's body
};

struct HttpAnswer {
    int status = 0;
    std::string error; ///< why there is no answer, in the words of svc/abi/http.h
    std::string headers;
    std::string body;
    std::int64_t durationMs = 0;
};

/// A call that a plugin has made, without possible secrets.
struct SentCall {
    std::string plugin;
    std::string method;
    std::string path; ///< without query
    int status = 0;   ///< 0: no answer, see error
    std::string error;
    std::int64_t durationMs = 0;
    /// When the call may be repeated, in the form of a Retry-After header: from an answer 429 or 503, or from
    /// an open circuit; else empty.
    std::string retryAfter;
    /// The error code and the message of the called service, without secrets; may be empty.
    std::string code = {};
    std::string words = {};
};

/// A message for a mail server that a company has named (RFC 5321).
struct MailDelivery {
    std::string plugin; ///< the calling plugin
    std::string requestId;
    std::string host;
    std::uint16_t port = 0;
    bool implicitTls = false; ///< TLS from the first byte; else STARTTLS is required
    std::string user;
    std::string password;
    std::string accessToken; ///< in place of a password: XOAUTH2
    std::string from;        ///< `Name <address>` or an address
    std::string to;
    std::string text; ///< RFC 5322; empty: only log in
    std::chrono::steady_clock::time_point deadline;
};

struct MailOutcome {
    enum class Result {
        Done = 1,     ///< logged in; the message, when there is one, was taken
        LoginRefused, ///< not sent
        Refused,      ///< not sent, permanently
        Later,        ///< not sent, temporarily
        Unreachable,  ///< not sent; see error
        Unknown       ///< sent completely, but no reply came
    };
    Result result = Result::Unreachable;
    int status = 0; ///< of the decisive reply; 0: none
    /// The reply, or why there is none in the words of svc/abi/http.h.
    std::string error;
    std::int64_t durationMs = 0;
};

/// Outgoing calls of plugins. Thread-safe.
class Outbound {
public:
    virtual ~Outbound() = default;
    virtual HttpAnswer send(const HttpRequest& request) = 0;
    virtual MailOutcome deliver(const MailDelivery& delivery) = 0;
};

} // namespace svc::host
