#include "host/auth/sealed_text.hpp"

#include "host/auth/byte_pointers.hpp"
#include "host/auth/digest.hpp"

#include <svc/encoding.hpp>

#include <openssl/evp.h>

#include <memory>
#include <stdexcept>

namespace svc::host::auth {
namespace {

constexpr std::size_t KeySize = 32;
constexpr std::size_t NonceSize = 12;
constexpr std::size_t TagSize = 16;

using Cipher = std::unique_ptr<EVP_CIPHER_CTX, decltype(&EVP_CIPHER_CTX_free)>;

int size(std::string_view text) {
    return static_cast<int>(text.size());
}

Cipher newCipher(std::string_view key) {
    Cipher cipher(EVP_CIPHER_CTX_new(), &EVP_CIPHER_CTX_free);
    if (key.size() != KeySize || !cipher) {
        throw std::runtime_error("the master key has not 32 bytes");
    }
    return cipher;
}

} // namespace

std::string sealText(std::string_view key, std::string_view context, std::string_view text) {
    const Cipher cipher = newCipher(key);
    const std::string nonce = randomBytes(NonceSize);
    std::string bytes(text.size(), '\0');
    std::string tag(TagSize, '\0');
    int length = 0;
    if (EVP_EncryptInit_ex(cipher.get(), EVP_aes_256_gcm(), nullptr, in(key), in(nonce)) != 1 ||
        EVP_EncryptUpdate(cipher.get(), nullptr, &length, in(context), size(context)) != 1 ||
        EVP_EncryptUpdate(cipher.get(), out(bytes), &length, in(text), size(text)) != 1 ||
        EVP_EncryptFinal_ex(cipher.get(), out(tag), &length) != 1 ||
        EVP_CIPHER_CTX_ctrl(cipher.get(), EVP_CTRL_GCM_GET_TAG, TagSize, tag.data()) != 1) {
        throw std::runtime_error("OpenSSL cannot seal a text");
    }
    return base64UrlEncode(nonce + bytes + tag);
}

std::optional<std::string> openText(std::string_view key, std::string_view context, std::string_view sealed) {
    const Cipher cipher = newCipher(key);
    const auto bytes = base64UrlDecode(sealed);
    if (!bytes || bytes->size() < NonceSize + TagSize) {
        return std::nullopt;
    }
    const std::string_view all(*bytes);
    const std::string_view ciphertext = all.substr(NonceSize, all.size() - NonceSize - TagSize);
    std::string tag(all.substr(all.size() - TagSize));
    std::string text(ciphertext.size(), '\0');
    std::string rest(TagSize, '\0');
    int length = 0;
    const bool opened =
        EVP_DecryptInit_ex(cipher.get(), EVP_aes_256_gcm(), nullptr, in(key), in(all.substr(0, NonceSize))) ==
            1 &&
        EVP_DecryptUpdate(cipher.get(), nullptr, &length, in(context), size(context)) == 1 &&
        EVP_DecryptUpdate(cipher.get(), out(text), &length, in(ciphertext), size(ciphertext)) == 1 &&
        EVP_CIPHER_CTX_ctrl(cipher.get(), EVP_CTRL_GCM_SET_TAG, TagSize, tag.data()) == 1 &&
        EVP_DecryptFinal_ex(cipher.get(), out(rest), &length) == 1;
    return opened ? std::optional(text) : std::nullopt;
}

} // namespace svc::host::auth
