/// Documents that come back with their signatures.
#pragma once

#include <string>
#include <string_view>

#include <svc/connector.hpp>

namespace svc::connector {

/// The largest answer with a signed document, in bytes.
inline constexpr std::int32_t MostSignedBytes = 32 * 1024 * 1024;

/// The PDF in `reply` in base 64, for the verb signed_file. `code`: the provider's own code of a refusal.
inline std::string signedPdf(const HttpReply& reply, std::string_view code = {}) {
    if (reply.error == "too-large") { // a retry would not make it smaller
        throw ApiError(400, "provider-refused", {reply.error});
    }
    const std::string& content = accepted(reply, code).body;
    if (!content.starts_with("%PDF-")) {
        throw ApiError(400, "integration-unreachable", {"answer-unreadable"});
    }
    return base64Encode(content);
}

} // namespace svc::connector
