#include "host/app/master_key.hpp"

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <stdexcept>
#include <sys/stat.h>
#include <unistd.h>

#include <openssl/evp.h>
#include <openssl/hmac.h>

#include <svc/encoding.hpp>
#include <svc/text.hpp>

#include "host/auth/digest.hpp"
#include "host/config/yaml_document.hpp"

namespace svc::host::app {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t KeySize = 32;
/// Between the version and the digits of a public key.
constexpr std::string_view PublicMark = "public:";

std::runtime_error failure(const fs::path& file, const char* what) {
    return std::runtime_error("the master key " + file.string() + " cannot be " + what + ": " +
                              std::strerror(errno));
}

void write(const fs::path& file, const std::string& text) {
    const int descriptor = ::open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (descriptor < 0) {
        throw failure(file, "made");
    }
    const bool written = ::write(descriptor, text.data(), text.size()) == static_cast<ssize_t>(text.size()) &&
                         ::fsync(descriptor) == 0;
    ::close(descriptor);
    if (!written) {
        throw failure(file, "written");
    }
}

/// Replaces the key file atomically: written beside the old one and renamed.
void replace(const fs::path& file, const std::string& text) {
    const fs::path fresh = file.string() + ".new";
    fs::remove(fresh);
    write(fresh, text);
    fs::rename(fresh, file);
}

std::string fromEnvironment() {
    const char* text = std::getenv(MasterKey::Variable);
    return text == nullptr ? "" : text;
}

std::string randomLine() {
    return hexEncode(auth::randomBytes(KeySize)) + '\n';
}

} // namespace

MasterKey MasterKey::find(const fs::path& file) {
    const std::string text = fromEnvironment();
    return text.empty() ? readOrMake(file) : parse(text, Variable);
}

bool MasterKey::exists(const fs::path& file) {
    std::error_code ignored;
    return !fromEnvironment().empty() || fs::exists(fs::symlink_status(file, ignored));
}

std::string MasterKey::sourceOf(const fs::path& file) {
    return fromEnvironment().empty() ? file.string() : Variable;
}

MasterKey MasterKey::readOrMake(const fs::path& file) {
    struct stat info {};
    if (::stat(file.c_str(), &info) != 0) {
        if (errno != ENOENT) {
            throw failure(file, "read");
        }
        write(file, randomLine());
    } else if (!S_ISREG(info.st_mode)) {
        throw std::runtime_error("the master key " + file.string() + " is no file");
    } else if ((info.st_mode & (S_IRWXG | S_IRWXO)) != 0) {
        throw std::runtime_error("the master key " + file.string() +
                                 " may be read by others: it must have mode 0600 (chmod 600)");
    }
    return parse(config::readFile(file), file.string());
}

MasterKey MasterKey::parse(std::string_view text, const std::string& source) {
    std::string lines(text);
    for (char& c : lines) {
        c = c == ',' ? '\n' : c;
    }
    std::map<int, std::string> keys;
    std::map<int, std::string> retired;
    for (const std::string_view raw : split(lines, '\n')) {
        const std::string_view line = trim(raw);
        if (line.empty()) {
            continue;
        }
        const std::size_t colon = line.find(':');
        const auto version = colon == std::string_view::npos ? std::optional<std::int64_t>(1)
                                                             : parseInt64(line.substr(0, colon));
        std::string_view digits = colon == std::string_view::npos ? line : line.substr(colon + 1);
        const bool isPublic = digits.starts_with(PublicMark);
        digits.remove_prefix(isPublic ? PublicMark.size() : 0);
        auto bytes = hexDecode(digits);
        if (!bytes || bytes->size() != KeySize || !version || *version < 1 || *version > 1'000'000) {
            throw std::runtime_error(
                "the master key " + source +
                " is not one: expected 64 hexadecimal digits, or lines of <version>:<digits>");
        }
        const int number = static_cast<int>(*version);
        if (keys.contains(number) || retired.contains(number)) {
            throw std::runtime_error("the master key " + source + " has version " + std::to_string(*version) +
                                     " twice");
        }
        (isPublic ? retired : keys).emplace(number, std::move(*bytes));
    }
    if (keys.empty()) {
        throw std::runtime_error("the master key " + source + " is empty");
    }
    return MasterKey(std::move(keys), std::move(retired));
}

int MasterKey::addTo(const fs::path& file) {
    const int version = readOrMake(file).newest() + 1;
    std::string text = config::readFile(file);
    text += (text.empty() || text.back() == '\n' ? "" : "\n") + std::to_string(version) + ':' + randomLine();
    replace(file, text);
    return version;
}

std::vector<int> MasterKey::retireOld(const fs::path& file,
                                      std::string (*publicKey)(const std::string& seed)) {
    const MasterKey key = readOrMake(file);
    std::map<int, std::string> retired = key.retired_;
    std::vector<int> versions;
    for (const auto& [version, seed] : key.derive(SigningPurpose)) {
        if (version != key.newest()) {
            retired.emplace(version, publicKey(seed));
            versions.push_back(version);
        }
    }
    std::string text;
    for (const auto& [version, bytes] : retired) {
        text += std::to_string(version) + ':' + std::string(PublicMark) + hexEncode(bytes) + '\n';
    }
    text += std::to_string(key.newest()) + ':' + hexEncode(key.keys_.rbegin()->second) + '\n';
    if (!versions.empty()) {
        replace(file, text);
    }
    return versions;
}

std::vector<std::string> MasterKey::retired() const {
    std::vector<std::string> keys;
    for (const auto& [version, bytes] : retired_) {
        keys.push_back(bytes);
    }
    return keys;
}

std::map<int, std::string> MasterKey::derive(std::string_view purpose) const {
    std::map<int, std::string> derived;
    for (const auto& [version, key] : keys_) {
        std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
        unsigned int size = 0;
        if (HMAC(EVP_sha256(), key.data(), static_cast<int>(key.size()),
                 reinterpret_cast<const unsigned char*>(purpose.data()), purpose.size(), digest.data(),
                 &size) == nullptr) {
            throw std::runtime_error("HMAC failed");
        }
        derived.emplace(version, std::string(reinterpret_cast<const char*>(digest.data()), size));
    }
    return derived;
}

std::vector<std::string> MasterKey::deriveList(std::string_view purpose) const {
    const std::map<int, std::string> derived = derive(purpose);
    std::vector<std::string> keys;
    for (auto entry = derived.rbegin(); entry != derived.rend(); ++entry) {
        keys.push_back(entry->second);
    }
    return keys;
}

} // namespace svc::host::app
