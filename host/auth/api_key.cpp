#include "host/auth/api_key.hpp"

#include "host/auth/digest.hpp"

#include <svc/encoding.hpp>

#include <algorithm>

namespace svc::host::auth {

std::string makeApiKey(KeyMode mode) {
    std::string key(mode == KeyMode::Live ? LiveMarker : TestMarker);
    key += randomAlphanumeric(KeyLength - KeyChecksumLength);
    key += keyChecksum(key);
    return key;
}

bool isApiKey(std::string_view text) {
    if (text.size() != LiveMarker.size() + KeyLength ||
        (!text.starts_with(LiveMarker) && !text.starts_with(TestMarker))) {
        return false;
    }
    const std::string_view characters = text.substr(LiveMarker.size());
    const bool alphanumeric = std::all_of(characters.begin(), characters.end(), [](char c) {
        return Base62Alphabet.find(c) != std::string_view::npos;
    });
    return alphanumeric && hasValidKeyChecksum(text);
}

std::string apiKeyPrefix(std::string_view key) {
    return std::string(key.substr(0, LiveMarker.size() + 4));
}

} // namespace svc::host::auth
