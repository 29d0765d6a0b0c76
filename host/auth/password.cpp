#include "host/auth/password.hpp"

#include "host/auth/digest.hpp"

#include <svc/encoding.hpp>
#include <svc/text.hpp>

#include <openssl/evp.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <semaphore>
#include <stdexcept>
#include <vector>

namespace svc::host::auth {
namespace {

struct Parameters {
    std::uint64_t logN = 15;
    std::uint64_t r = 8;
    std::uint64_t p = 3;
};

/// Parameters of new hashes.
Parameters& current() {
    static Parameters parameters;
    return parameters;
}

constexpr std::size_t SaltLength = 16;
constexpr std::size_t HashLength = 32;

/// Each hash takes 32 MiB and a core: more than two at once would starve all other requests.
std::counting_semaphore<2>& slots() {
    static std::counting_semaphore<2> two(2);
    return two;
}

struct Slot {
    Slot() { slots().acquire(); }
    ~Slot() { slots().release(); }
    Slot(const Slot&) = delete;
    Slot& operator=(const Slot&) = delete;
};

std::string scrypt(std::string_view password, std::string_view salt, const Parameters& parameters) {
    const Slot slot;
    constexpr std::uint64_t MaxMemory = 128ULL << 20U;
    std::string hash(HashLength, '\0');
    if (EVP_PBE_scrypt(password.data(), password.size(), reinterpret_cast<const unsigned char*>(salt.data()),
                       salt.size(), 1ULL << parameters.logN, parameters.r, parameters.p, MaxMemory,
                       reinterpret_cast<unsigned char*>(hash.data()), hash.size()) != 1) {
        throw std::runtime_error("OpenSSL cannot compute scrypt");
    }
    return hash;
}

struct Stored {
    Parameters parameters;
    std::string salt;
    std::string hash;
};

std::optional<std::uint64_t> valueAfter(std::string_view text, std::string_view name, std::uint64_t most) {
    if (!text.starts_with(name)) {
        return std::nullopt;
    }
    const auto value = parseUint64(text.substr(name.size()));
    return value && *value >= 1 && *value <= most ? value : std::nullopt;
}

std::optional<Stored> readHash(std::string_view text) {
    const std::vector<std::string_view> parts = split(text, '$');
    if (parts.size() != 5 || !parts[0].empty() || parts[1] != "scrypt") {
        return std::nullopt;
    }
    const std::vector<std::string_view> fields = split(parts[2], ',');
    const auto salt = base64UrlDecode(parts[3]);
    const auto hash = base64UrlDecode(parts[4]);
    if (fields.size() != 3 || !salt || !hash || hash->size() != HashLength) {
        return std::nullopt;
    }
    const auto logN = valueAfter(fields[0], "ln=", 16);
    const auto r = valueAfter(fields[1], "r=", 8);
    const auto p = valueAfter(fields[2], "p=", 16);
    if (!logN || !r || !p) {
        return std::nullopt;
    }
    return Stored{{*logN, *r, *p}, *salt, *hash};
}

/// Is the text a repeated pattern of at most four characters ("abcabcabcabc", "aaaaaaaaaaaa")?
bool repeatsPattern(std::string_view text) {
    for (std::size_t length = 1; length <= 4; ++length) {
        bool repeats = true;
        for (std::size_t i = length; i < text.size(); ++i) {
            repeats = repeats && text[i] == text[i - length];
        }
        if (repeats) {
            return true;
        }
    }
    return false;
}

/// Does each character follow the one before ("123456789012", "abcdefghijkl")?
bool isSequence(std::string_view text) {
    std::size_t steps = 0;
    for (std::size_t i = 1; i < text.size(); ++i) {
        const int difference = text[i] - text[i - 1];
        steps += difference == 1 || difference == -1 || (text[i - 1] == '9' && text[i] == '0') ? 1U : 0U;
    }
    return steps + 2 >= text.size();
}

} // namespace

bool isStrongPassword(std::string_view password) {
    return utf8Length(password) >= MinimumPassword && !repeatsPattern(password) && !isSequence(password) &&
           !isCommonPassword(password);
}

std::string hashPassword(std::string_view password) {
    const Parameters parameters = current();
    const std::string salt = randomBytes(SaltLength);
    return "$scrypt$ln=" + std::to_string(parameters.logN) + ",r=" + std::to_string(parameters.r) +
           ",p=" + std::to_string(parameters.p) + "$" + base64UrlEncode(salt) + "$" +
           base64UrlEncode(scrypt(password, salt, parameters));
}

bool verifyPassword(std::string_view password, std::string_view hash) {
    const std::optional<Stored> stored = readHash(hash);
    if (!stored) {
        pretendToVerify(password);
        return false;
    }
    return equalInConstantTime(scrypt(password, stored->salt, stored->parameters), stored->hash);
}

void pretendToVerify(std::string_view password) {
    static_cast<void>(scrypt(password, std::string(SaltLength, 's'), current()));
}

void setLightHashes(bool light) {
    current() = light ? Parameters{4, 8, 1} : Parameters();
}

} // namespace svc::host::auth
