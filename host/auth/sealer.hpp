#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace svc::host::auth {

/// Keys of one purpose by the version of the master key they come from; at least one.
using KeySet = std::map<int, std::string>;

/// Seals short secrets under the newest key and opens what any of them has sealed. The version stands before
/// the sealed text, `2.…`; texts without one are of version 1.
class Sealer {
public:
    explicit Sealer(KeySet keys) : keys_(std::move(keys)) {}
    explicit Sealer(std::string key) : keys_{{1, std::move(key)}} {}

    int newest() const { return keys_.rbegin()->first; }
    /// `context` names the record, so that a sealed text cannot be moved to another one.
    std::string seal(std::string_view context, std::string_view text) const;
    /// Nothing when the text was not sealed with one of these keys for this context.
    std::optional<std::string> open(std::string_view context, std::string_view sealed) const;

    static int versionOf(std::string_view sealed);

private:
    KeySet keys_;
};

} // namespace svc::host::auth
