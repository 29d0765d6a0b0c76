#pragma once

#include "host/http/front/headers.hpp"
#include "host/http/front/spool_file.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

namespace svc::host::http {

/// What the pipeline keeps of a request between its head and its answer.
struct Progress {
    virtual ~Progress() = default;
};

/// A request as received, before any check.
struct RawRequest {
    std::string method;
    std::string target;  ///< /path?query
    std::string version; ///< HTTP/1.1
    Headers headers;
    std::string body;    ///< complete, without chunk framing
    std::string peer;    ///< remote address of the socket
    bool secure = false; ///< received through the service's own TLS
    std::unique_ptr<Progress> progress;

    /// The first header of that name, without case.
    std::optional<std::string_view> header(std::string_view name) const;
};

/// The answer to the client.
struct Answer {
    int status = 200;
    Headers headers;
    std::string body;
    std::string code = {};                      ///< of a refusal: `message` of its body, for log and record
    bool close = false;                         ///< the connection must be closed afterwards
    std::shared_ptr<SpoolFile> spool = nullptr; ///< a long body, in place of `body`
    std::shared_ptr<void> place = nullptr;      ///< an export's place, held until the answer is sent

    std::uint64_t size() const { return spool ? spool->size() : body.size(); }
};

/// A refusal by the host itself, of any status; handlers throw ApiError.
class Refused : public std::runtime_error {
public:
    Refused(int status, const std::string& code) : std::runtime_error(code), status_(status) {}

    int status() const noexcept { return status_; }
    std::string code() const { return what(); }
    const Headers& headers() const noexcept { return headers_; }
    bool closes() const noexcept { return close_; }

    Refused&& header(std::string_view name, std::string_view value) && {
        headers_.emplace_back(name, value);
        return std::move(*this);
    }
    /// Closes the connection, because unread bytes of the request may be left on it.
    Refused&& close() && {
        close_ = true;
        return std::move(*this);
    }

private:
    int status_;
    Headers headers_;
    bool close_ = false;
};

/// 403, with the scopes that the caller lacks in Svc-Missing-Scope; any one of them would be enough.
Refused missingScope(const std::string& code, std::string_view scopes);
/// 503 not-ready with Retry-After.
Refused notReady(int retryAfterSeconds = 1);
/// 429 too-many-requests with Retry-After.
Refused tooMany(int retryAfterSeconds = 1);

std::string_view reasonPhrase(int status);
/// `{ "statusCode", "message", "error" }`, nothing else (api "Errors").
std::string errorBody(int status, std::string_view code);
Answer errorAnswer(int status, std::string_view code);

} // namespace svc::host::http
