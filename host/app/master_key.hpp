#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace svc::host::app {

/// The key that seals cursors and secrets: 32 random bytes, kept as 64 hexadecimal digits in a file of mode
/// 0600.
class MasterKey {
public:
    /// Reads the file; makes it when it does not exist. Throws std::runtime_error with a sentence when the
    /// file is not ours alone, or is not a key.
    static MasterKey readOrMake(const std::filesystem::path& file);

    /// A key for one purpose ("cursors"): 32 bytes, HMAC-SHA-256 of the purpose under the master key.
    std::string derive(std::string_view purpose) const;

private:
    explicit MasterKey(std::string bytes) : bytes_(std::move(bytes)) {}

    std::string bytes_;
};

} // namespace svc::host::app
