#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <svc/id.hpp>

namespace svc::host {

/// Opaque cursors: base64url of version, position and a truncated HMAC-SHA-256 bound to the company and the
/// collection (api 1.9). They hold a position, not the filters.
class CursorSealer {
public:
    /// `key`: 32 bytes derived from the master key.
    explicit CursorSealer(std::string key) : keys_{std::move(key)} {}
    /// The first key signs; all keys verify.
    explicit CursorSealer(std::vector<std::string> keys) : keys_(std::move(keys)) {}

    std::string seal(const Uuid& company, std::string_view collection, std::string_view position) const;
    /// Nothing when the cursor was not issued for this company and collection.
    std::optional<std::string> open(const Uuid& company, std::string_view collection,
                                    std::string_view cursor) const;

private:
    static std::string mac(const std::string& key, const Uuid& company, std::string_view collection,
                           std::string_view position);

    std::vector<std::string> keys_;
};

} // namespace svc::host
