/// Documents that come back with their signatures.
#pragma once

#include <string_view>

#include <svc/connector.hpp>

namespace svc::connector {

/// The largest answer with a signed document, in bytes.
inline constexpr std::int32_t MostSignedBytes = 32 * 1024 * 1024;

/// The answer of the verb signed_file for the PDF in `reply`. `code`: the provider's own code of a refusal.
inline Json signedPdf(const HttpReply& reply, std::string_view code = {}) {
    if (reply.error == "too-large") { // a retry would not make it smaller
        throw ApiError(400, "provider-refused", {reply.error});
    }
    const std::string& content = accepted(reply, code).body;
    if (!content.starts_with("%PDF-")) {
        throw ApiError(400, "integration-unreachable", {"answer-unreadable"});
    }
    return Json::object({{"content", base64Encode(content)}});
}

} // namespace svc::connector
