/// @file The commands `attachments.*` of the host: files that a plugin stores with its documents.
///
/// A plugin that calls them must list them under `commands.uses` of its plugin.yaml.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include <svc/call.hpp>
#include <svc/encoding.hpp>

namespace svc::contracts {

struct KeptFile {
    std::string kind;       ///< of the document, as in the command `document.<kind>` of the plugin
    std::string documentId; ///< with its prefix
    std::string fileName;
    std::string contentType;
    std::string sha256; ///< of the bytes, 64 hexadecimal digits
};

/// Attaches the file to the document in the transaction of the call and returns the identifier of the
/// attachment. Nobody can remove it. Throws ApiError `plan-limit:attachments-mb:<n>`.
inline std::string keepFile(Call& call, const KeptFile& file, std::string_view bytes) {
    constexpr std::size_t PartBytes = 262'143; // 349,524 characters of base 64
    const std::string id =
        call.command("attachments.keep", Json::object({{"kind", file.kind},
                                                       {"documentId", file.documentId},
                                                       {"fileName", file.fileName},
                                                       {"contentType", file.contentType},
                                                       {"size", static_cast<std::int64_t>(bytes.size())},
                                                       {"sha256", file.sha256}}))
            .textOr("id");
    for (std::size_t at = 0, number = 0; at < bytes.size(); at += PartBytes, ++number) {
        call.command("attachments.part",
                     Json::object({{"id", id},
                                   {"number", static_cast<std::int64_t>(number)},
                                   {"content", base64Encode(bytes.substr(at, PartBytes))}}));
    }
    return id;
}

/// Passes the bytes of an attachment to `use`, chunk by chunk; never calls it when there is no such
/// attachment.
inline void readFile(Call& call, const std::string& id, const std::function<void(std::string_view)>& use) {
    for (std::int64_t number = 0;; ++number) {
        const Json part = call.command("attachments.read", Json::object({{"id", id}, {"number", number}}));
        if (part["content"].isNull()) {
            return;
        }
        use(base64Decode(part["content"].text()).value_or(""));
    }
}

} // namespace svc::contracts
