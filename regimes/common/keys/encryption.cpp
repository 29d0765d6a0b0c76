#include "keys/encryption.hpp"

#include <limits>
#include <stdexcept>

#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/rsa.h>

#include "keys/openssl.hpp"

namespace svc::keys {
namespace {

using CipherContext = std::unique_ptr<EVP_CIPHER_CTX, Freed<EVP_CIPHER_CTX_free>>;
using KeyContext = std::unique_ptr<EVP_PKEY_CTX, Freed<EVP_PKEY_CTX_free>>;
using Operation = int (*)(EVP_PKEY_CTX*, unsigned char*, std::size_t*, const unsigned char*, std::size_t);

constexpr std::size_t KeySize = 32;
constexpr std::size_t BlockSize = 16;

void checkSizes(std::string_view key, std::string_view vector, std::string_view text) {
    if (key.size() != KeySize || vector.size() != BlockSize ||
        text.size() > static_cast<std::size_t>(std::numeric_limits<int>::max()) - BlockSize) {
        throw std::invalid_argument("AES-256-CBC wants a key of 32 and a vector of 16 bytes");
    }
}

/// Encrypts or decrypts; nothing when the padding is wrong.
std::optional<std::string> crypt(std::string_view key, std::string_view vector, std::string_view text,
                                 bool encrypts) {
    checkSizes(key, vector, text);
    const CipherContext context(EVP_CIPHER_CTX_new());
    std::string out(text.size() + BlockSize, '\0');
    int size = 0;
    int last = 0;
    const bool done = EVP_CipherInit_ex2(context.get(), EVP_aes_256_cbc(), unsignedOf(key),
                                         unsignedOf(vector), encrypts ? 1 : 0, nullptr) == 1 &&
                      EVP_CipherUpdate(context.get(), unsignedOf(out), &size, unsignedOf(text),
                                       static_cast<int>(text.size())) == 1 &&
                      EVP_CipherFinal_ex(context.get(), unsignedOf(out) + size, &last) == 1;
    ERR_clear_error();
    if (!done) {
        return std::nullopt;
    }
    out.resize(static_cast<std::size_t>(size) + static_cast<std::size_t>(last));
    return out;
}

std::optional<std::string> oaep(EVP_PKEY* key, int (*begin)(EVP_PKEY_CTX*), Operation run,
                                std::string_view text) {
    if (key == nullptr || EVP_PKEY_get_base_id(key) != EVP_PKEY_RSA) {
        return std::nullopt;
    }
    const KeyContext context(EVP_PKEY_CTX_new(key, nullptr));
    std::string out(static_cast<std::size_t>(EVP_PKEY_get_size(key)), '\0');
    std::size_t size = out.size();
    const bool done = begin(context.get()) == 1 &&
                      EVP_PKEY_CTX_set_rsa_padding(context.get(), RSA_PKCS1_OAEP_PADDING) == 1 &&
                      EVP_PKEY_CTX_set_rsa_oaep_md(context.get(), EVP_sha256()) == 1 &&
                      EVP_PKEY_CTX_set_rsa_mgf1_md(context.get(), EVP_sha256()) == 1 &&
                      run(context.get(), unsignedOf(out), &size, unsignedOf(text), text.size()) == 1;
    ERR_clear_error();
    if (!done) {
        return std::nullopt;
    }
    out.resize(size);
    return out;
}

} // namespace

std::string randomBytes(std::size_t count) {
    std::string bytes(count, '\0');
    if (RAND_bytes(unsignedOf(bytes), static_cast<int>(count)) != 1) {
        throw std::runtime_error("OpenSSL has no random bytes");
    }
    return bytes;
}

std::string encryptAes256Cbc(std::string_view key, std::string_view vector, std::string_view plain) {
    return crypt(key, vector, plain, true).value();
}

std::optional<std::string> decryptAes256Cbc(std::string_view key, std::string_view vector,
                                            std::string_view encrypted) {
    return crypt(key, vector, encrypted, false);
}

std::optional<std::string> encryptRsaOaep(std::string_view certificateDer, std::string_view plain) {
    const unsigned char* at = unsignedOf(certificateDer);
    const X509Owner certificate(d2i_X509(nullptr, &at, static_cast<long>(certificateDer.size())));
    ERR_clear_error();
    EVP_PKEY* key = certificate ? X509_get0_pubkey(certificate.get()) : nullptr;
    return oaep(key, EVP_PKEY_encrypt_init, EVP_PKEY_encrypt, plain);
}

std::optional<std::string> decryptRsaOaep(std::string_view privatePem, std::string_view encrypted) {
    const Key key(PEM_read_bio_PrivateKey(reading(privatePem).get(), nullptr, nullptr, nullptr));
    return oaep(key.get(), EVP_PKEY_decrypt_init, EVP_PKEY_decrypt, encrypted);
}

} // namespace svc::keys
