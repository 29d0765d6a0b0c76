/// @file Files in parts, as the commands `attachments.part` and `attachments.read` of the host take and give
/// them.
///
///     const auto kept = calls::host::attachmentsKeep(call, {.kind = "note", …});
///     eachFilePart(bytes, [&](std::int64_t number, const std::string& content) {
///         calls::host::attachmentsPart(call, {.id = kept.id, .number = number, .content = content});
///     });
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <svc/encoding.hpp>

namespace svc {

/// Bytes of a part: 349,524 characters of base 64.
inline constexpr std::size_t FilePartBytes = 262'143;

/// Calls `use` with the number, from 0 on, and the base 64 of each part of a file.
template <class Use>
void eachFilePart(std::string_view bytes, const Use& use) {
    std::int64_t number = 0;
    for (std::size_t at = 0; at < bytes.size(); at += FilePartBytes) {
        use(number++, base64Encode(bytes.substr(at, FilePartBytes)));
    }
}

/// Calls `use` with the bytes of each part of a file. `read` gives the base 64 of the part of a number, and
/// nothing behind the last one: a file that is not there has no parts.
template <class Read, class Use>
void readFileParts(const Read& read, const Use& use) {
    for (std::int64_t number = 0;; ++number) {
        const std::optional<std::string> content = read(number);
        if (!content) {
            return;
        }
        const std::string bytes = base64Decode(*content).value_or("");
        use(std::string_view(bytes));
    }
}

} // namespace svc
