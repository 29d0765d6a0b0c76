#pragma once

#include "host/http/front/answer.hpp"
#include "host/openapi/contract.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace svc::host::http {

/// What the framing headers say about the body.
struct Framing {
    bool hasLength = false;
    bool chunked = false;
    std::uint64_t length = 0;

    bool mayHaveBody() const noexcept { return chunked || length > 0; }
};

/// The media type of a Content-Type header, in lower case and without parameters.
std::string mediaTypeOf(std::string_view contentType);

/// Checks here, and nowhere else, everything that a lenient HTTP parser accepts but that must not reach a
/// route. Every check throws Refused; when the end of the request is uncertain it also closes the connection.
class RequestGate {
public:
    static constexpr std::size_t MaxRequestLine = 8 * 1024;
    static constexpr std::size_t MaxHeaderLines = 100;
    static constexpr std::size_t MaxHeaderBytes = 32 * 1024;

    /// Framing, header names and values, Host, HTTP version: 400 request-invalid, 414, 431; repeated headers
    /// that may occur once: 400 header-repeated:<name>. Without a length and without chunks there is no body
    /// (RFC 9112 6.3).
    static Framing check(const RawRequest& request);
    /// 413 when the declared length is too large already.
    static void checkSize(const Framing& framing, std::size_t limit);
    /// 415 when the operation does not accept the type of the body.
    static void checkType(const RawRequest& request, const openapi::Operation& operation);

private:
    static void checkHeaders(const RawRequest& request);
    static Framing lengthOf(const RawRequest& request);
};

} // namespace svc::host::http
