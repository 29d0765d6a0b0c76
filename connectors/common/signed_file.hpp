/// Documents that come back with their signatures.
#pragma once

#include <string_view>

#include <svc/connector.hpp>

namespace svc::connector {

/// Bytes of the answer in which a signed document may come.
inline constexpr std::int32_t MostSignedBytes = 32 * 1024 * 1024;

/// What the verb signed_file answers, of the PDF in an answer. `code`: the provider's own of a refusal.
inline Json signedPdf(const HttpReply& reply, std::string_view code = {}) {
    if (reply.error == "too-large") { // it will not be smaller
        throw ApiError(400, "provider-refused", {reply.error});
    }
    const std::string& content = accepted(reply, code).body;
    if (!content.starts_with("%PDF-")) {
        throw ApiError(400, "integration-unreachable", {"answer-unreadable"});
    }
    return Json::object({{"content", base64Encode(content)}});
}

} // namespace svc::connector
