#include "host/core/cursor_sealer.hpp"

#include <array>
#include <stdexcept>

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>

#include <svc/encoding.hpp>

namespace svc::host {
namespace {

constexpr std::string_view CursorVersion = "1";
constexpr std::size_t CursorMacSize = 16;

} // namespace

std::string CursorSealer::mac(const std::string& key, const Uuid& company, std::string_view collection,
                              std::string_view position) {
    std::string text(CursorVersion);
    text += '\n';
    text += company.toString();
    text += '\n';
    text += collection;
    text += '\n';
    text += position;
    std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
    unsigned int size = 0;
    if (HMAC(EVP_sha256(), key.data(), static_cast<int>(key.size()),
             reinterpret_cast<const unsigned char*>(text.data()), text.size(), digest.data(),
             &size) == nullptr) {
        throw std::runtime_error("HMAC failed");
    }
    return std::string(reinterpret_cast<const char*>(digest.data()), CursorMacSize);
}

std::string CursorSealer::seal(const Uuid& company, std::string_view collection,
                               std::string_view position) const {
    return base64UrlEncode(std::string(CursorVersion) + mac(keys_.front(), company, collection, position) +
                           std::string(position));
}

std::optional<std::string> CursorSealer::open(const Uuid& company, std::string_view collection,
                                              std::string_view cursor) const {
    const std::optional<std::string> bytes = base64UrlDecode(cursor);
    if (!bytes || bytes->size() < CursorVersion.size() + CursorMacSize ||
        bytes->compare(0, CursorVersion.size(), CursorVersion) != 0) {
        return std::nullopt;
    }
    std::string position = bytes->substr(CursorVersion.size() + CursorMacSize);
    for (const std::string& key : keys_) {
        const std::string expected = mac(key, company, collection, position);
        if (CRYPTO_memcmp(expected.data(), bytes->data() + CursorVersion.size(), CursorMacSize) == 0) {
            return position;
        }
    }
    return std::nullopt;
}

} // namespace svc::host
