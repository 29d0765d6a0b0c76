/// @file HTTP calls of a plugin, made outside of a transaction (docs/sdk/calling-out.md).
#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <svc/date.hpp>
#include <svc/encoding.hpp>
#include <svc/host.hpp>
#include <svc/json.hpp>
#include <svc/text.hpp>

namespace svc {

/// Percent-encodes a text for a URL or a form: everything except letters, digits and -._~ becomes %XX.
inline std::string percentEncode(std::string_view text) {
    constexpr std::string_view Digits = "0123456789ABCDEF";
    std::string encoded;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                           c == '-' || c == '.' || c == '_' || c == '~';
        if (plain) {
            encoded += c;
        } else {
            encoded += {'%', Digits[byte >> 4U], Digits[byte & 15U]};
        }
    }
    return encoded;
}

/// Encodes form fields: `a=1&b=x%20y`.
inline std::string formEncode(const std::vector<std::pair<std::string, std::string>>& fields) {
    std::string text;
    for (const auto& [name, value] : fields) {
        text += (text.empty() ? "" : "&") + percentEncode(name) + '=' + percentEncode(value);
    }
    return text;
}

/// The instant of a header Retry-After, given as seconds from now or as a date (Sun, 06 Nov 1994 08:49:37
/// GMT).
inline std::optional<Instant> retryAfter(std::string_view value, Instant now) {
    constexpr std::int64_t Longest = 366 * Instant::Day / Instant::Second;
    if (const auto seconds = parseInt64(value)) {
        return *seconds < 0 ? std::nullopt
                            : std::optional(now + std::min(*seconds, Longest) * Instant::Second);
    }
    constexpr std::array<std::string_view, 12> Months = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                                         "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
    if (value.size() != 29 || !value.ends_with(" GMT")) {
        return std::nullopt;
    }
    const auto month = std::find(Months.begin(), Months.end(), value.substr(8, 3)) - Months.begin() + 1;
    const std::string two = month < 10 ? "0" + std::to_string(month) : std::to_string(month);
    return Instant::parse(std::string(value.substr(12, 4)) + '-' + two + '-' +
                          std::string(value.substr(5, 2)) + 'T' + std::string(value.substr(17, 8)) + 'Z');
}

/// The answer, or the reason why there is none.
struct HttpReply {
    int status = 0; ///< 0: no answer
    /// Nothing was sent: resolve, connect, tls, address-refused, permission-refused, circuit-open. The other
    /// side may have done it: timeout, answer-lost, too-large.
    std::string error;
    std::string body;
    std::string headerLines;
    std::int64_t durationMs = 0;

    bool answered() const noexcept { return status != 0; }
    bool ok() const noexcept { return status >= 200 && status < 300; }
    /// The body as JSON; throws JsonError when it is none.
    Json json() const { return Json::parse(body); }
    /// The first header of this name, ignoring case.
    std::optional<std::string_view> header(std::string_view name) const {
        for (const std::string_view line : split(headerLines, '\n')) {
            const std::size_t colon = line.find(':');
            if (colon != std::string_view::npos && lowerAscii(line.substr(0, colon)) == lowerAscii(name)) {
                return trim(line.substr(colon + 1));
            }
        }
        return std::nullopt;
    }
    std::optional<Instant> retryAfter(Instant now) const {
        const auto value = header("Retry-After");
        return value ? svc::retryAfter(*value, now) : std::nullopt;
    }
};

/// One file or field of a form sent as multipart/form-data.
struct HttpPart {
    std::string name;
    std::string content;
    std::string fileName = {};
    std::string contentType = {};
};

/// Builder of a request.
///
///     const HttpReply reply = call.http().post(url).bearer("apiKey").json(body).send();
class HttpCall {
public:
    HttpCall(svc_call* call, std::string_view method, std::string_view url)
        : call_(call), method_(method), url_(url) {}

    HttpCall&& query(std::string_view name, std::string_view value) && {
        url_ += (url_.find('?') == std::string::npos ? '?' : '&') + percentEncode(name) + '=' +
                percentEncode(value);
        return std::move(*this);
    }
    HttpCall&& header(std::string_view name, std::string_view value) && {
        headers_.emplace_back(name, value);
        return std::move(*this);
    }
    /// Sends `Authorization: Bearer` with the value of this secret of the plugin; send() throws when there is
    /// none.
    HttpCall&& bearer(std::string_view secret) && {
        bearer_ = secret;
        return std::move(*this);
    }
    HttpCall&& basic(std::string_view user, std::string_view password) && {
        return std::move(*this).header(
            "Authorization", "Basic " + base64Encode(std::string(user) + ':' + std::string(password)));
    }
    HttpCall&& body(std::string_view contentType, std::string bytes) && {
        body_ = std::move(bytes);
        return std::move(*this).header("Content-Type", contentType);
    }
    HttpCall&& json(const Json& value) && { return std::move(*this).body("application/json", value.dump()); }
    HttpCall&& form(const std::vector<std::pair<std::string, std::string>>& fields) && {
        return std::move(*this).body("application/x-www-form-urlencoded", formEncode(fields));
    }
    HttpCall&& multipart(const std::vector<HttpPart>& parts) && {
        const std::string boundary = boundaryFor(parts);
        std::string bytes;
        for (const HttpPart& part : parts) {
            bytes +=
                "--" + boundary + "\r\nContent-Disposition: form-data; name=\"" + quoted(part.name) + '"';
            if (!part.fileName.empty()) {
                bytes += "; filename=\"" + quoted(part.fileName) + '"';
            }
            bytes += part.contentType.empty() ? "" : "\r\nContent-Type: " + part.contentType;
            bytes += "\r\n\r\n" + part.content + "\r\n";
        }
        bytes += "--" + boundary + "--\r\n";
        return std::move(*this).body("multipart/form-data; boundary=" + boundary, std::move(bytes));
    }
    /// Limit for the whole call; default 30 s, at most 120 s, and never beyond the deadline of this call.
    HttpCall&& timeout(std::chrono::milliseconds time) && {
        timeout_ = static_cast<std::int32_t>(time.count());
        return std::move(*this);
    }
    /// Limit for the size of the answer in bytes; default 1 MiB, at most 32 MiB.
    HttpCall&& most(std::int32_t bytes) && {
        most_ = bytes;
        return std::move(*this);
    }
    /// Sets an idempotency key, so that the host may repeat the request: the provider executes requests with
    /// the same value of this header only once. `.once("Idempotency-Key", key)`.
    HttpCall&& once(std::string_view name, std::string_view key) && {
        repeatable_ = true;
        return std::move(*this).header(name, key);
    }

    /// Uses a TLS client certificate of the company: `secret` names the secret that holds the private key and
    /// the certificates as PEM. send() throws when there is no such secret; an unreadable certificate gives
    /// the reply error `tls`. Connections without TLS ignore it.
    HttpCall&& clientCertificate(std::string_view secret) && {
        clientCertificate_ = secret;
        return std::move(*this);
    }

    /// Sends the request. Throws in an open transaction (network-in-transaction). A missing answer is no
    /// exception: see HttpReply::error.
    HttpReply send() && {
        std::vector<svc_bytes> headers;
        for (const auto& [name, value] : headers_) {
            headers.push_back(detail::bytes(name));
            headers.push_back(detail::bytes(value));
        }
        svc_http_request request{};
        request.struct_size = sizeof request;
        request.flags = repeatable_ ? SVC_HTTP_REPEATABLE : 0;
        request.method = detail::bytes(method_);
        request.url = detail::bytes(url_);
        request.body = detail::bytes(body_);
        request.headers = headers.data();
        request.header_count = headers_.size();
        request.bearer = detail::bytes(bearer_);
        request.timeout_ms = timeout_;
        request.max_answer = most_;
        request.client_certificate = detail::bytes(clientCertificate_);
        svc_http_answer answer{};
        answer.struct_size = sizeof answer;
        detail::check(call_, detail::host().http->send(call_, &request, &answer));
        return {answer.status, std::string(detail::view(answer.error)),
                std::string(detail::view(answer.body)), std::string(detail::view(answer.headers)),
                answer.duration_ms};
    }

private:
    /// A boundary that occurs in none of the parts.
    static std::string boundaryFor(const std::vector<HttpPart>& parts) {
        std::string boundary = "svc-boundary";
        const auto occurs = [&](const HttpPart& part) {
            return part.content.find(boundary) != std::string::npos;
        };
        for (int i = 0; std::any_of(parts.begin(), parts.end(), occurs); ++i) {
            boundary = "svc-boundary-" + std::to_string(i);
        }
        return boundary;
    }
    static std::string quoted(std::string_view name) {
        std::string text;
        for (const char c : name) {
            text += c == '"' ? "%22" : c == '\r' ? "%0D" : c == '\n' ? "%0A" : std::string(1, c);
        }
        return text;
    }

    svc_call* call_;
    std::string method_;
    std::string url_;
    std::string body_;
    std::string bearer_;
    std::string clientCertificate_;
    std::vector<std::pair<std::string, std::string>> headers_;
    std::int32_t timeout_ = 0;
    std::int32_t most_ = 0;
    bool repeatable_ = false;
};

/// HTTP calls to the hosts listed under `permissions.http` of plugin.yaml.
class Http {
public:
    explicit Http(svc_call* call) noexcept : call_(call) {}

    HttpCall request(std::string_view method, std::string_view url) const { return {call_, method, url}; }
    HttpCall get(std::string_view url) const { return request("GET", url); }
    HttpCall post(std::string_view url) const { return request("POST", url); }
    HttpCall put(std::string_view url) const { return request("PUT", url); }
    HttpCall patch(std::string_view url) const { return request("PATCH", url); }
    HttpCall remove(std::string_view url) const { return request("DELETE", url); }

private:
    svc_call* call_;
};

} // namespace svc
