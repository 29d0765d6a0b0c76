#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace svc::host::app {

/// The keys that seal cursors and secrets, each of 32 random bytes. Text form: one a line (or separated by
/// commas), 64 hexadecimal digits, before them the version and a colon when it is not 1. The highest version
/// seals, all of them open.
class MasterKey {
public:
    /// The variable of the environment that wins over the file.
    static constexpr const char* Variable = "SVC_MASTER_KEY";

    /// From the environment, else from the file, which is made when it does not exist.
    static MasterKey find(const std::filesystem::path& file);
    /// There is a key, in the environment or in the file.
    static bool exists(const std::filesystem::path& file);
    /// The variable or the file, for messages.
    static std::string sourceOf(const std::filesystem::path& file);
    /// Reads the file; makes it when it does not exist. Throws std::runtime_error with a sentence when the
    /// file is not ours alone, or holds no keys.
    static MasterKey readOrMake(const std::filesystem::path& file);
    /// `source` names the text in messages.
    static MasterKey parse(std::string_view text, const std::string& source);
    /// Adds a random key of the next version to the file; gives the version.
    static int addTo(const std::filesystem::path& file);

    int newest() const { return keys_.rbegin()->first; }
    /// Keys for one purpose ("cursors") by version: 32 bytes, HMAC-SHA-256 of the purpose under each key.
    std::map<int, std::string> derive(std::string_view purpose) const;
    /// The same, the newest first.
    std::vector<std::string> deriveList(std::string_view purpose) const;

private:
    explicit MasterKey(std::map<int, std::string> keys) : keys_(std::move(keys)) {}

    std::map<int, std::string> keys_;
};

} // namespace svc::host::app
