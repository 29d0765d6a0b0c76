#include "host/http/pipeline/request_gate.hpp"

#include "host/http/front/headers.hpp"

#include <svc/text.hpp>

#include <algorithm>
#include <array>

namespace svc::host::http {

namespace {

[[noreturn]] void malformed() {
    throw Refused(400, "request-invalid").close();
}

// RFC 9110 5.6.2
bool isToken(std::string_view text) {
    constexpr std::string_view Marks = "!#$%&'*+-.^_`|~";
    return !text.empty() && std::all_of(text.begin(), text.end(), [&](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               Marks.find(c) != std::string_view::npos;
    });
}

bool isControl(char c) {
    const auto byte = static_cast<unsigned char>(c);
    return (byte < 0x20 && c != '\t') || byte == 0x7F;
}

// RFC 3986 3.2.2 and 3.2.3: a name, an address or one in brackets, and a port. Empty is allowed (RFC
// 9112 3.2).
bool isHost(std::string_view text) {
    constexpr std::string_view Marks = "-._~!$&'()*+;=:%[]";
    return std::all_of(text.begin(), text.end(), [&](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               Marks.find(c) != std::string_view::npos;
    });
}

bool isDigits(std::string_view text) {
    return !text.empty() &&
           std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

// Headers that may occur once. With two lines it would be ambiguous which one counts, and a proxy may have
// checked the other.
constexpr std::array<std::string_view, 17> Single{"Authorization",
                                                  "Content-Disposition",
                                                  "Content-Encoding",
                                                  "Content-Type",
                                                  "Expect",
                                                  "Idempotency-Key",
                                                  "If-Match",
                                                  "If-Modified-Since",
                                                  "If-None-Match",
                                                  "If-Range",
                                                  "Range",
                                                  "If-Unmodified-Since",
                                                  "Referer",
                                                  "Svc-Dry-Run",
                                                  "Svc-Version",
                                                  "User-Agent",
                                                  "X-Request-Id"};

void refuseRepeated(const Headers& headers) {
    std::array<bool, Single.size()> seen{};
    for (const auto& header : headers) {
        for (std::size_t i = 0; i < Single.size(); ++i) {
            if (!equalsIgnoreCase(Single[i], header.first)) {
                continue;
            }
            if (seen[i]) {
                throw Refused(400, "header-repeated:" + std::string(Single[i])).close();
            }
            seen[i] = true;
        }
    }
}

} // namespace

std::string mediaTypeOf(std::string_view contentType) {
    return lowerAscii(trimBlanks(contentType.substr(0, contentType.find(';'))));
}

Framing RequestGate::check(const RawRequest& request) {
    if (request.method.size() + request.target.size() + request.version.size() + 2 > MaxRequestLine) {
        throw Refused(414, "uri-too-long").close();
    }
    if (request.version != "HTTP/1.1" && request.version != "HTTP/1.0") {
        malformed();
    }
    const bool cleanTarget = std::none_of(request.target.begin(), request.target.end(),
                                          [](char c) { return isControl(c) || c == ' '; });
    if (!isToken(request.method) || request.target.empty() || request.target.front() != '/' || !cleanTarget) {
        malformed();
    }
    checkHeaders(request);
    return lengthOf(request);
}

void RequestGate::checkHeaders(const RawRequest& request) {
    std::size_t bytes = 0;
    int hosts = 0;
    for (const auto& [name, value] : request.headers) {
        bytes += name.size() + value.size() + 4;
        hosts += equalsIgnoreCase(name, "Host") ? 1 : 0;
    }
    if (request.headers.size() > MaxHeaderLines || bytes > MaxHeaderBytes) {
        throw Refused(431, "headers-too-large").close();
    }
    for (const auto& [name, value] : request.headers) {
        if (!isToken(name) || std::any_of(value.begin(), value.end(), isControl) ||
            (equalsIgnoreCase(name, "Host") && !isHost(value))) {
            malformed();
        }
    }
    // RFC 9112 3.2: exactly one Host, except for HTTP/1.0.
    if (hosts > 1 || (hosts == 0 && request.version == "HTTP/1.1")) {
        malformed();
    }
    refuseRepeated(request.headers);
}

Framing RequestGate::lengthOf(const RawRequest& request) {
    Framing framing;
    int lengths = 0;
    int codings = 0;
    for (const auto& [name, value] : request.headers) {
        if (equalsIgnoreCase(name, "Content-Length")) {
            ++lengths;
            if (!isDigits(value) || value.size() > 18) {
                malformed();
            }
            framing.length = parseUint64(value).value_or(0);
            framing.hasLength = true;
        } else if (equalsIgnoreCase(name, "Transfer-Encoding")) {
            ++codings;
            if (!equalsIgnoreCase(value, "chunked")) {
                malformed();
            }
            framing.chunked = true;
        }
    }
    // RFC 9112 6.1, 6.3: anything else would allow request smuggling.
    if (lengths > 1 || codings > 1 || (framing.hasLength && framing.chunked) ||
        (framing.chunked && request.version == "HTTP/1.0")) {
        malformed();
    }
    return framing;
}

void RequestGate::checkSize(const Framing& framing, std::size_t limit) {
    if (framing.length > limit) {
        throw Refused(413, "body-too-large").close();
    }
}

void RequestGate::checkType(const RawRequest& request, const openapi::Operation& operation) {
    if (!operation.hasBody) {
        return;
    }
    const auto coding = request.header("Content-Encoding");
    const std::string type = mediaTypeOf(request.header("Content-Type").value_or(""));
    // The sender of a call-back chooses the type; the handler knows how to read the bytes.
    const bool accepted =
        operation.rawBody ||
        std::find(operation.bodyTypes.begin(), operation.bodyTypes.end(), type) != operation.bodyTypes.end();
    if (!accepted || (coding && !equalsIgnoreCase(*coding, "identity"))) {
        throw Refused(415, "content-type-unsupported").close();
    }
}

} // namespace svc::host::http
