#pragma once

#include <string>
#include <string_view>

#include <svc/text.hpp>

namespace svc::host::log {

/// Text of others as UTF-8: each byte that belongs to no character is U+FFFD.
inline std::string readable(std::string_view text) {
    std::string characters;
    characters.reserve(text.size());
    while (!text.empty()) {
        appendCodePoint(characters, takeCodePoint(text));
    }
    return characters;
}

} // namespace svc::host::log
