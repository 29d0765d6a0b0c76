#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace svc::host::auth {

/// Keys for one purpose, by the version of the master key from which they are derived; never empty.
using KeySet = std::map<int, std::string>;

/// Encrypts short secrets with the newest key and decrypts with the key of the text's version. The version is
/// in front of the encrypted text, `2.…`; texts without one are of version 1.
class Sealer {
public:
    explicit Sealer(KeySet keys) : keys_(std::move(keys)) {}
    explicit Sealer(std::string key) : keys_{{1, std::move(key)}} {}

    int newest() const { return keys_.rbegin()->first; }
    /// `context` identifies the record, so that the encrypted text cannot be moved to another one.
    std::string seal(std::string_view context, std::string_view text) const;
    /// Nothing when the text was not encrypted with one of these keys for this context.
    std::optional<std::string> open(std::string_view context, std::string_view sealed) const;

    static int versionOf(std::string_view sealed);

private:
    KeySet keys_;
};

} // namespace svc::host::auth
