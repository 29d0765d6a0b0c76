#include "host/http/front/answer.hpp"

#include <svc/json.hpp>
#include <svc/text.hpp>

namespace svc::host::http {

std::optional<std::string_view> findHeader(const Headers& headers, std::string_view name) {
    for (const auto& [key, value] : headers) {
        if (equalsIgnoreCase(key, name)) {
            return value;
        }
    }
    return std::nullopt;
}

std::optional<std::string_view> RawRequest::header(std::string_view name) const {
    return findHeader(headers, name);
}

Refused missingScope(const std::string& code, std::string_view scopes) {
    return Refused(403, code).header("Svc-Missing-Scope", scopes);
}

Refused notReady(int retryAfterSeconds) {
    return Refused(503, "not-ready").header("Retry-After", std::to_string(retryAfterSeconds));
}

Refused tooMany(int retryAfterSeconds) {
    return Refused(429, "too-many-requests").header("Retry-After", std::to_string(retryAfterSeconds));
}

std::string_view reasonPhrase(int status) {
    switch (status) {
    case 200:
        return "OK";
    case 201:
        return "Created";
    case 202:
        return "Accepted";
    case 204:
        return "No Content";
    case 302:
        return "Found";
    case 304:
        return "Not Modified";
    case 400:
        return "Bad Request";
    case 401:
        return "Unauthorized";
    case 403:
        return "Forbidden";
    case 404:
        return "Not Found";
    case 405:
        return "Method Not Allowed";
    case 408:
        return "Request Timeout";
    case 409:
        return "Conflict";
    case 412:
        return "Precondition Failed";
    case 413:
        return "Payload Too Large";
    case 414:
        return "URI Too Long";
    case 415:
        return "Unsupported Media Type";
    case 429:
        return "Too Many Requests";
    case 431:
        return "Request Header Fields Too Large";
    case 500:
        return "Internal Server Error";
    case 503:
        return "Service Unavailable";
    default:
        return status < 400 ? "OK" : status < 500 ? "Bad Request" : "Internal Server Error";
    }
}

std::string errorBody(int status, std::string_view code) {
    std::string body = "{\"statusCode\":" + std::to_string(status) + ",\"message\":";
    Json::appendQuoted(body, code);
    body += ",\"error\":";
    Json::appendQuoted(body, reasonPhrase(status));
    body += '}';
    return body;
}

Answer errorAnswer(int status, std::string_view code) {
    const std::string shown = asUtf8(code); // the code may contain a client's bytes
    return {.status = status,
            .headers = {{"Content-Type", "application/json"}},
            .body = errorBody(status, shown),
            .code = shown};
}

} // namespace svc::host::http
