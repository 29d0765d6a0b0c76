#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace svc::host::app {

/// The keys that encrypt cursors and secrets, each of 32 random bytes. Text form: 64 hexadecimal digits per
/// key, preceded by the version and a colon when the version is not 1; keys are separated by line breaks or
/// commas. The highest version encrypts, all of them decrypt. `<version>:public:<64 digits>` stands for a key
/// that is gone: it decrypts nothing, and what it has signed is still verified.
class MasterKey {
public:
    /// The environment variable that takes precedence over the file.
    static constexpr const char* Variable = "SVC_MASTER_KEY";
    /// The purpose of the keys that sign.
    static constexpr std::string_view SigningPurpose = "signatures";

    /// From the environment, else from the file, which is made when it does not exist.
    static MasterKey find(const std::filesystem::path& file);
    /// There is a key, in the environment or in the file.
    static bool exists(const std::filesystem::path& file);
    /// Name of the source, the variable or the file, for messages.
    static std::string sourceOf(const std::filesystem::path& file);
    /// Reads the file; makes it when it does not exist. Throws std::runtime_error with a sentence when the
    /// file is not ours alone, or holds no keys.
    static MasterKey readOrMake(const std::filesystem::path& file);
    /// `source` names the text in messages.
    static MasterKey parse(std::string_view text, const std::string& source);
    /// Adds a random key of the next version to the file; gives the version.
    static int addTo(const std::filesystem::path& file);

    /// Replaces all keys of the file but the newest by their public parts. `publicKey` makes that of a key
    /// that was derived for signatures. Gives the versions.
    static std::vector<int> retireOld(const std::filesystem::path& file,
                                      std::string (*publicKey)(const std::string& seed));

    int newest() const { return keys_.rbegin()->first; }
    /// Keys for one purpose ("cursors") by version: 32 bytes, HMAC-SHA-256 of the purpose under each key.
    std::map<int, std::string> derive(std::string_view purpose) const;
    /// Public parts of the keys that are gone.
    std::vector<std::string> retired() const;
    /// As derive(), the newest first.
    std::vector<std::string> deriveList(std::string_view purpose) const;

private:
    MasterKey(std::map<int, std::string> keys, std::map<int, std::string> retired)
        : keys_(std::move(keys)), retired_(std::move(retired)) {}

    std::map<int, std::string> keys_;
    std::map<int, std::string> retired_; ///< public keys
};

} // namespace svc::host::app
