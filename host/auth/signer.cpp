#include "host/auth/signer.hpp"

#include "host/auth/byte_pointers.hpp"

#include <algorithm>
#include <memory>
#include <stdexcept>

#include <openssl/evp.h>

namespace svc::host::auth {
namespace {

constexpr std::size_t PublicKeySize = 32;
constexpr std::size_t SignatureSize = 64;

using Key = std::unique_ptr<EVP_PKEY, decltype(&EVP_PKEY_free)>;
using Context = std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)>;

void check(bool done) {
    if (!done) {
        throw std::runtime_error("OpenSSL cannot sign a text");
    }
}

Key privateKey(const std::string& seed) {
    Key key(EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, nullptr, in(seed), seed.size()), &EVP_PKEY_free);
    check(key != nullptr);
    return key;
}

std::string publicPart(const Key& key) {
    std::string bytes(PublicKeySize, '\0');
    std::size_t size = bytes.size();
    check(EVP_PKEY_get_raw_public_key(key.get(), out(bytes), &size) == 1 && size == bytes.size());
    return bytes;
}

} // namespace

Signer::Signature Signer::sign(std::string_view text) const {
    const Key key = privateKey(seeds_.rbegin()->second);
    const Context context(EVP_MD_CTX_new(), &EVP_MD_CTX_free);
    Signature signature{publicPart(key), std::string(SignatureSize, '\0')};
    std::size_t size = signature.bytes.size();
    check(context != nullptr &&
          EVP_DigestSignInit(context.get(), nullptr, nullptr, nullptr, key.get()) == 1 &&
          EVP_DigestSign(context.get(), out(signature.bytes), &size, in(text), text.size()) == 1);
    return signature;
}

bool Signer::owns(std::string_view publicKey) const {
    return std::any_of(seeds_.begin(), seeds_.end(),
                       [&](const auto& seed) { return Signer::publicKey(seed.second) == publicKey; }) ||
           std::find(retired_.begin(), retired_.end(), publicKey) != retired_.end();
}

std::string Signer::publicKey(const std::string& seed) {
    return publicPart(privateKey(seed));
}

bool Signer::holds(const Signature& signature, std::string_view text) {
    if (signature.publicKey.size() != PublicKeySize || signature.bytes.size() != SignatureSize) {
        return false;
    }
    const Key key(EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, nullptr, in(signature.publicKey),
                                              signature.publicKey.size()),
                  &EVP_PKEY_free);
    const Context context(EVP_MD_CTX_new(), &EVP_MD_CTX_free);
    return key != nullptr && context != nullptr &&
           EVP_DigestVerifyInit(context.get(), nullptr, nullptr, nullptr, key.get()) == 1 &&
           EVP_DigestVerify(context.get(), in(signature.bytes), signature.bytes.size(), in(text),
                            text.size()) == 1;
}

} // namespace svc::host::auth
