#pragma once

#include <string>
#include <string_view>

namespace svc::host::config {

/// The formats of texts that a settings schema may name: date, email, uri, currency, country.
bool isKnownFormat(std::string_view format) noexcept;
bool matchesFormat(std::string_view text, std::string_view format);

/// The format in the words of a message: `a date (2026-11-20)`.
std::string nameOfFormat(std::string_view format);

/// Syntax of the values of svc.yaml itself.
bool isIpAddress(std::string_view text);                    ///< IPv4 or IPv6, without brackets
bool isAddressOrNetwork(std::string_view text);             ///< the same, or with /prefix
bool isPort(std::string_view text);                         ///< 1 to 65535
bool isHostAndPort(std::string_view text);                  ///< name:443, 127.0.0.1:18443, [::1]:443
bool isUrl(std::string_view text, std::string_view scheme); ///< scheme://host[:port][/…], no blank

} // namespace svc::host::config
