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
    /// When it may be tried again, as a header Retry-After says it: of an answer 429 or 503, or of a circuit
    /// that is open; else empty.
    std::string retryAfter;
    /// What the other side says of its refusal: its own code and its words, without secrets; may be empty.
    std::string code = {};
    std::string words = {};
};

/// A message for a mail server that a company has named (RFC 5321).
struct MailDelivery {
    std::string plugin; ///< who asks
    std::string requestId;
    std::string host;
    std::uint16_t port = 0;
    bool implicitTls = false; ///< TLS from the first byte; else STARTTLS, without which nothing is sent
    std::string user;
    std::string password;
    std::string accessToken; ///< in the place of a password: XOAUTH2
    std::string from;        ///< `Name <address>` or an address
    std::string to;
    std::string text; ///< RFC 5322; empty: only logs in
    std::chrono::steady_clock::time_point deadline;
};

struct MailOutcome {
    enum class Result {
        Done = 1,     ///< logged in; the message, when there is one, was taken
        LoginRefused, ///< not sent
        Refused,      ///< not sent, and never will be
        Later,        ///< not sent; the server asks to come back
        Unreachable,  ///< not sent; see error
        Unknown       ///< sent whole, and the answer did not come
    };
    Result result = Result::Unreachable;
    int status = 0; ///< of the reply that decided; 0: none
    /// The reply, or why there is none in the words of svc/abi/http.h.
    std::string error;
    std::int64_t durationMs = 0;
};

/// Calls of plugins to other services. Any thread may use it.
class Outbound {
public:
    virtual ~Outbound() = default;
    virtual HttpAnswer send(const HttpRequest& request) = 0;
    virtual MailOutcome deliver(const MailDelivery& delivery) = 0;
};

} // namespace svc::host
