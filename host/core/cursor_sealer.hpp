#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <svc/id.hpp>

namespace svc::host {

/// Opaque cursors: base64url of version, position and a truncated HMAC-SHA-256 bound to the company and the
/// collection (api 1.9). They hold a position, not the filters.
class CursorSealer {
public:
    /// `key`: 32 bytes derived from the master key.
    explicit CursorSealer(std::string key) : key_(std::move(key)) {}

    std::string seal(const Uuid& company, std::string_view collection, std::string_view position) const;
    /// Nothing when the cursor was not issued for this company and collection.
    std::optional<std::string> open(const Uuid& company, std::string_view collection,
                                    std::string_view cursor) const;

private:
    std::string mac(const Uuid& company, std::string_view collection, std::string_view position) const;

    std::string key_;
};

} // namespace svc::host
