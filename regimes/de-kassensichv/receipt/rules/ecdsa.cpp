#include "receipt/rules/ecdsa.hpp"

#include <array>
#include <stdexcept>
#include <vector>

#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/ecdsa.h>
#include <openssl/err.h>
#include <openssl/pem.h>

#include <svc/text.hpp>

#include "keys/openssl.hpp"

namespace svc::de_kassensichv {
namespace {

using Context = std::unique_ptr<EVP_MD_CTX, keys::Freed<EVP_MD_CTX_free>>;
using KeyContext = std::unique_ptr<EVP_PKEY_CTX, keys::Freed<EVP_PKEY_CTX_free>>;
using EcSignature = std::unique_ptr<ECDSA_SIG, keys::Freed<ECDSA_SIG_free>>;

struct Curve {
    const char* name;
    std::size_t bytes; ///< of a coordinate
};
constexpr std::array<Curve, 8> Curves = {{{"brainpoolP224r1", 28},
                                          {"secp224r1", 28},
                                          {"brainpoolP256r1", 32},
                                          {"prime256v1", 32},
                                          {"brainpoolP384r1", 48},
                                          {"secp384r1", 48},
                                          {"brainpoolP512r1", 64},
                                          {"secp521r1", 66}}};

const unsigned char* unsignedOf(std::string_view bytes) {
    return reinterpret_cast<const unsigned char*>(bytes.data());
}
unsigned char* unsignedOf(std::string& bytes) {
    return reinterpret_cast<unsigned char*>(bytes.data());
}

bool isPoint(std::string_view bytes) {
    return bytes.size() % 2 == 1 && bytes.size() > 1 && bytes.front() == '\x04';
}

std::string encodedPoint(EVP_PKEY* key) {
    std::size_t size = 0;
    EVP_PKEY_get_octet_string_param(key, OSSL_PKEY_PARAM_PUB_KEY, nullptr, 0, &size);
    std::string point(size, '\0');
    EVP_PKEY_get_octet_string_param(key, OSSL_PKEY_PARAM_PUB_KEY, unsignedOf(point), point.size(), &size);
    point.resize(size);
    return point;
}

/// Nothing when the point is not on the curve.
keys::Key keyOn(const Curve& curve, std::string point) {
    std::string name = curve.name;
    const std::array<OSSL_PARAM, 3> parameters = {
        OSSL_PARAM_construct_utf8_string(OSSL_PKEY_PARAM_GROUP_NAME, name.data(), 0),
        OSSL_PARAM_construct_octet_string(OSSL_PKEY_PARAM_PUB_KEY, point.data(), point.size()),
        OSSL_PARAM_construct_end()};
    const KeyContext context(EVP_PKEY_CTX_new_from_name(nullptr, "EC", nullptr));
    EVP_PKEY* key = nullptr;
    if (!context || EVP_PKEY_fromdata_init(context.get()) != 1 ||
        EVP_PKEY_fromdata(context.get(), &key, EVP_PKEY_PUBLIC_KEY,
                          const_cast<OSSL_PARAM*>(parameters.data())) != 1) {
        return nullptr;
    }
    return keys::Key(key);
}

/// The concatenated r and s as DER.
std::string derOf(std::string_view plain) {
    const int half = static_cast<int>(plain.size() / 2);
    const EcSignature signature(ECDSA_SIG_new());
    ECDSA_SIG_set0(signature.get(), BN_bin2bn(unsignedOf(plain), half, nullptr),
                   BN_bin2bn(unsignedOf(plain) + half, half, nullptr));
    std::string der(static_cast<std::size_t>(i2d_ECDSA_SIG(signature.get(), nullptr)), '\0');
    unsigned char* at = unsignedOf(der);
    i2d_ECDSA_SIG(signature.get(), &at);
    return der;
}

bool verifies(EVP_PKEY* key, const Digest& digest, std::string_view message, std::string_view der) {
    const Context context(EVP_MD_CTX_new());
    return EVP_DigestVerifyInit(context.get(), nullptr, EVP_get_digestbyname(digest.name), nullptr, key) ==
               1 &&
           EVP_DigestVerify(context.get(), unsignedOf(der), der.size(), unsignedOf(message),
                            message.size()) == 1;
}

keys::Key privateKeyOf(std::string_view pem) {
    keys::Key key(PEM_read_bio_PrivateKey(keys::reading(pem).get(), nullptr, nullptr, nullptr));
    if (!key) {
        ERR_clear_error();
        throw std::runtime_error("the private key cannot be read");
    }
    return key;
}

} // namespace

std::optional<Digest> digestOf(std::string_view algorithm) {
    constexpr std::string_view Plain = "ecdsa-plain-SHA";
    constexpr std::array<Digest, 4> Digests = {{{"SHA224", 2}, {"SHA256", 3}, {"SHA384", 4}, {"SHA512", 5}}};
    for (const Digest& digest : Digests) {
        if (algorithm.starts_with(Plain) &&
            algorithm.substr(Plain.size()) == std::string_view(digest.name).substr(3)) {
            return digest;
        }
    }
    return std::nullopt;
}

std::optional<PublicKey> readPublicKey(std::string_view bytes) {
    if (isPoint(bytes)) {
        return PublicKey{std::string(bytes), false, {}};
    }
    const unsigned char* at = unsignedOf(bytes);
    const keys::Key key(d2i_PUBKEY(nullptr, &at, static_cast<long>(bytes.size())));
    if (!key || EVP_PKEY_get_base_id(key.get()) != EVP_PKEY_EC) {
        ERR_clear_error();
        return std::nullopt;
    }
    std::array<char, 80> name{};
    EVP_PKEY_get_group_name(key.get(), name.data(), name.size(), nullptr);
    return PublicKey{encodedPoint(key.get()), true, name.data()};
}

std::optional<Verified> verifyingCurve(const PublicKey& key, const Digest& digest, std::string_view message,
                                       std::string_view signature) {
    for (const Curve& curve : Curves) {
        if (key.point.size() != 2 * curve.bytes + 1 || (!key.curve.empty() && key.curve != curve.name)) {
            continue;
        }
        const keys::Key candidate = keyOn(curve, key.point);
        if (!candidate) {
            continue;
        }
        const std::string name =
            std::string_view(curve.name) == "prime256v1" ? "secp256r1" : std::string(curve.name);
        if (signature.size() == 2 * curve.bytes &&
            verifies(candidate.get(), digest, message, derOf(signature))) {
            return Verified{name, "plain"};
        }
        if (verifies(candidate.get(), digest, message, signature)) {
            return Verified{name, "der"};
        }
    }
    ERR_clear_error();
    return std::nullopt;
}

std::string newPrivateKey() {
    const keys::Key key(EVP_EC_gen("P-256"));
    const keys::BioOwner bio(BIO_new(BIO_s_mem()));
    if (!key || !bio ||
        PEM_write_bio_PrivateKey(bio.get(), key.get(), nullptr, nullptr, 0, nullptr, nullptr) != 1) {
        throw std::runtime_error("OpenSSL cannot make a key");
    }
    return keys::written(bio.get());
}

std::string pointOf(std::string_view privatePem) {
    return encodedPoint(privateKeyOf(privatePem).get());
}

} // namespace svc::de_kassensichv
