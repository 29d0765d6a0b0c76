#pragma once

#include <string>
#include <string_view>

namespace svc::host::auth {

enum class KeyMode { Live = 1, Test };

inline constexpr std::string_view LiveMarker = "svc_live_";
inline constexpr std::string_view TestMarker = "svc_test_";
/// Characters after the marker: 34 random ones and 6 of the checksum (api 3.1).
inline constexpr std::size_t KeyLength = 40;

/// Makes a new API key: the marker, 34 random characters and the checksum of everything before it.
std::string makeApiKey(KeyMode mode);

/// Has the text the form and the checksum of a key? One that has not was mistyped and needs no look-up.
bool isApiKey(std::string_view text);

/// The part of a key that lists show: the marker and the first 4 characters.
std::string apiKeyPrefix(std::string_view key);

} // namespace svc::host::auth
