#include "keys/signing.hpp"

#include <array>
#include <map>
#include <mutex>
#include <stdexcept>
#include <vector>

#include <openssl/ecdsa.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/rsa.h>

#include "keys/openssl.hpp"

namespace svc::keys {
namespace {

using Context = std::unique_ptr<EVP_MD_CTX, Freed<EVP_MD_CTX_free>>;
using EcSignature = std::unique_ptr<ECDSA_SIG, Freed<ECDSA_SIG_free>>;

bool isElliptic(Algorithm algorithm) {
    return algorithm == Algorithm::Es256 || algorithm == Algorithm::Es384;
}
const EVP_MD* digestOf(Algorithm algorithm) {
    static const Digest sha1 = digestNamed("SHA1");
    static const Digest sha256 = digestNamed("SHA256");
    static const Digest sha384 = digestNamed("SHA384");
    return algorithm == Algorithm::Rs1     ? sha1.get()
           : algorithm == Algorithm::Es384 ? sha384.get()
                                           : sha256.get();
}
/// Size of r and of s in bytes.
int halfOf(Algorithm algorithm) {
    return algorithm == Algorithm::Es384 ? 48 : 32;
}
/// Does the key type match the algorithm and, on a curve, the key size?
bool fits(EVP_PKEY* key, Algorithm algorithm) {
    return isElliptic(algorithm)
               ? EVP_PKEY_get_base_id(key) == EVP_PKEY_EC && EVP_PKEY_get_bits(key) == 8 * halfOf(algorithm)
               : EVP_PKEY_get_base_id(key) == EVP_PKEY_RSA;
}

/// Sets the parameters of PSS, where the algorithm has them.
bool isPadded(EVP_PKEY_CTX* context, Algorithm algorithm) {
    return algorithm != Algorithm::Ps256 ||
           (EVP_PKEY_CTX_set_rsa_padding(context, RSA_PKCS1_PSS_PADDING) == 1 &&
            EVP_PKEY_CTX_set_rsa_mgf1_md(context, EVP_sha256()) == 1 &&
            EVP_PKEY_CTX_set_rsa_pss_saltlen(context, RSA_PSS_SALTLEN_DIGEST) == 1);
}

std::string joined(const std::string& der, int half) {
    const unsigned char* at = unsignedOf(std::string_view(der));
    const EcSignature signature(d2i_ECDSA_SIG(nullptr, &at, static_cast<long>(der.size())));
    std::string both(2 * static_cast<std::size_t>(half), '\0');
    if (!signature || BN_bn2binpad(ECDSA_SIG_get0_r(signature.get()), unsignedOf(both), half) < 0 ||
        BN_bn2binpad(ECDSA_SIG_get0_s(signature.get()), unsignedOf(both) + half, half) < 0) {
        throw std::runtime_error("OpenSSL cannot write the signature");
    }
    return both;
}

std::string parted(std::string_view both, int half) {
    if (both.size() != 2 * static_cast<std::size_t>(half)) {
        return {};
    }
    const EcSignature signature(ECDSA_SIG_new());
    ECDSA_SIG_set0(signature.get(), BN_bin2bn(unsignedOf(both), half, nullptr),
                   BN_bin2bn(unsignedOf(both) + half, half, nullptr));
    std::string der(static_cast<std::size_t>(i2d_ECDSA_SIG(signature.get(), nullptr)), '\0');
    unsigned char* at = unsignedOf(der);
    i2d_ECDSA_SIG(signature.get(), &at);
    return der;
}

} // namespace

std::optional<Algorithm> algorithmOf(std::string_view name) {
    return name == "RS1"     ? std::optional(Algorithm::Rs1)
           : name == "RS256" ? std::optional(Algorithm::Rs256)
           : name == "PS256" ? std::optional(Algorithm::Ps256)
           : name == "ES256" ? std::optional(Algorithm::Es256)
           : name == "ES384" ? std::optional(Algorithm::Es384)
                             : std::nullopt;
}

/// A pool of signing contexts of one key. A context signs for one thread at a time; the pool grows to the
/// greatest number of threads that signed at once.
class PrivateKey::Signers {
public:
    explicit Signers(Key key) : key_(std::move(key)) {}

    bool suit(Algorithm algorithm) const { return fits(key_.get(), algorithm); }
    std::string sign(Algorithm algorithm, std::string_view data) {
        Signer signer = take(algorithm);
        std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
        unsigned digestSize = 0;
        std::string signature(static_cast<std::size_t>(EVP_PKEY_get_size(key_.get())), '\0');
        std::size_t size = signature.size();
        if (EVP_Digest(data.data(), data.size(), digest.data(), &digestSize, digestOf(algorithm), nullptr) !=
                1 ||
            EVP_PKEY_sign(signer.get(), unsignedOf(signature), &size, digest.data(), digestSize) != 1) {
            throw failed();
        }
        signature.resize(size);
        const std::lock_guard lock(mutex_);
        free_[algorithm].push_back(std::move(signer));
        return signature;
    }

private:
    using Signer = std::unique_ptr<EVP_PKEY_CTX, Freed<EVP_PKEY_CTX_free>>;

    static std::runtime_error failed() {
        ERR_clear_error();
        return std::runtime_error("OpenSSL cannot sign");
    }

    Signer take(Algorithm algorithm) {
        {
            const std::lock_guard lock(mutex_);
            if (std::vector<Signer>& free = free_[algorithm]; !free.empty()) {
                Signer signer = std::move(free.back());
                free.pop_back();
                return signer;
            }
        }
        Signer signer(EVP_PKEY_CTX_new(key_.get(), nullptr));
        if (EVP_PKEY_sign_init(signer.get()) != 1 || !isPadded(signer.get(), algorithm) ||
            EVP_PKEY_CTX_set_signature_md(signer.get(), digestOf(algorithm)) != 1) {
            throw failed();
        }
        return signer;
    }

    Key key_;
    std::mutex mutex_;
    std::map<Algorithm, std::vector<Signer>> free_;
};

std::optional<PrivateKey> PrivateKey::read(std::string_view privatePem) {
    Key key(PEM_read_bio_PrivateKey(reading(privatePem).get(), nullptr, nullptr, nullptr));
    ERR_clear_error();
    return key ? std::optional(PrivateKey(std::make_shared<Signers>(std::move(key)))) : std::nullopt;
}

bool PrivateKey::suits(Algorithm algorithm) const {
    return signers_->suit(algorithm);
}

std::string PrivateKey::sign(Algorithm algorithm, std::string_view data) const {
    if (!suits(algorithm)) {
        throw std::runtime_error("the key is not of the algorithm of the signature");
    }
    const std::string signature = signers_->sign(algorithm, data);
    return isElliptic(algorithm) ? joined(signature, halfOf(algorithm)) : signature;
}

std::string derSignature(Algorithm algorithm, std::string_view signature) {
    return isElliptic(algorithm) ? parted(signature, halfOf(algorithm)) : std::string(signature);
}

bool verifies(std::string_view publicDer, Algorithm algorithm, std::string_view data,
              std::string_view signature) {
    const unsigned char* at = unsignedOf(publicDer);
    const Key key(d2i_PUBKEY(nullptr, &at, static_cast<long>(publicDer.size())));
    const std::string der = derSignature(algorithm, signature);
    const Context context(EVP_MD_CTX_new());
    EVP_PKEY_CTX* how = nullptr;
    const bool holds =
        key && fits(key.get(), algorithm) &&
        EVP_DigestVerifyInit(context.get(), &how, digestOf(algorithm), nullptr, key.get()) == 1 &&
        isPadded(how, algorithm) &&
        EVP_DigestVerify(context.get(), unsignedOf(std::string_view(der)), der.size(), unsignedOf(data),
                         data.size()) == 1;
    ERR_clear_error();
    return holds;
}

} // namespace svc::keys
