#include "keys/cms.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <vector>

#include <openssl/cms.h>
#include <openssl/err.h>

#include "keys/signing.hpp"

namespace svc::keys {
namespace {

using Message = std::unique_ptr<CMS_ContentInfo, Freed<CMS_ContentInfo_free>>;
using Time = std::unique_ptr<ASN1_TIME, Freed<ASN1_TIME_free>>;

constexpr unsigned char SetTag = 0x31;

void require(bool done) {
    if (!done) {
        ERR_clear_error();
        throw SigningFault("OpenSSL cannot write the signed message");
    }
}

/// Length octets of DER (X.690, 8.1.3).
std::string lengthOf(std::size_t size) {
    if (size < 0x80) {
        return {static_cast<char>(size)};
    }
    std::string octets;
    for (; size > 0; size >>= 8U) {
        octets.insert(octets.begin(), static_cast<char>(size & 0xFFU));
    }
    return static_cast<char>(0x80U | octets.size()) + octets;
}

/// The signed bytes: the attributes as a SET OF, in DER order (RFC 5652, 5.4).
std::string signedAttributes(const CMS_SignerInfo* signer) {
    std::vector<std::string> attributes;
    for (int i = 0; i < CMS_signed_get_attr_count(signer); ++i) {
        const X509_ATTRIBUTE* attribute = CMS_signed_get_attr(signer, i);
        std::string der(static_cast<std::size_t>(i2d_X509_ATTRIBUTE(attribute, nullptr)), '\0');
        unsigned char* at = unsignedOf(der);
        i2d_X509_ATTRIBUTE(attribute, &at);
        attributes.push_back(std::move(der));
    }
    std::sort(attributes.begin(), attributes.end());
    std::string all;
    for (const std::string& one : attributes) {
        all += one;
    }
    return static_cast<char>(SetTag) + lengthOf(all.size()) + all;
}

void add(CMS_SignerInfo* signer, int name, int type, const void* value, int length) {
    require(CMS_signed_add1_attr_by_NID(signer, name, type, value, length) == 1);
}

std::string digestOf(std::string_view content, const EVP_MD* digest) {
    std::array<unsigned char, EVP_MAX_MD_SIZE> hash{};
    unsigned size = 0;
    require(EVP_Digest(content.data(), content.size(), hash.data(), &size, digest, nullptr) == 1);
    return {reinterpret_cast<const char*>(hash.data()), size};
}

Message messageOf(std::string_view content) {
    Message message(CMS_sign(nullptr, nullptr, nullptr, nullptr, CMS_PARTIAL | CMS_BINARY));
    require(message != nullptr && CMS_set_detached(message.get(), 0) == 1);
    ASN1_OCTET_STRING** held = CMS_get0_content(message.get());
    require(held != nullptr && *held != nullptr &&
            ASN1_OCTET_STRING_set(*held, unsignedOf(content), static_cast<int>(content.size())) == 1);
    // An indefinite length would make the message BER, not DER.
    (*held)->flags &= ~ASN1_STRING_FLAG_CONT;
    return message;
}

/// Adds the signer, and the attributes that are signed besides the content.
CMS_SignerInfo* signerOf(CMS_ContentInfo* message, X509* certificate, const EVP_MD* digest,
                         std::string_view content, Instant at) {
    CMS_SignerInfo* signer = CMS_add1_signer(message, certificate, X509_get0_pubkey(certificate), digest,
                                             CMS_PARTIAL | CMS_CADES | CMS_NOSMIMECAP);
    require(signer != nullptr);
    const std::string hash = digestOf(content, digest);
    const Time time(ASN1_TIME_set(nullptr, at.millis() / 1000));
    require(time != nullptr);
    add(signer, NID_pkcs9_contentType, V_ASN1_OBJECT, OBJ_nid2obj(NID_pkcs7_data), -1);
    add(signer, NID_pkcs9_signingTime, time->type, time.get(), -1);
    add(signer, NID_pkcs9_messageDigest, V_ASN1_OCTET_STRING, hash.data(), static_cast<int>(hash.size()));
    return signer;
}

} // namespace

std::string signedMessage(std::string_view content, const HeldKey& key, Instant at) {
    if (content.size() > static_cast<std::size_t>(std::numeric_limits<int>::max()) / 2) {
        throw SigningFault("a document of this size is not signed");
    }
    const X509Owner certificate = certificateOf(key);
    const std::string_view name = signingAlgorithm(certificate.get());
    const Algorithm algorithm = algorithmOf(name).value();
    const EVP_MD* digest = algorithm == Algorithm::Es384 ? EVP_sha384() : EVP_sha256();
    const Message message = messageOf(content);
    CMS_SignerInfo* signer = signerOf(message.get(), certificate.get(), digest, content, at);
    const std::string signature = derSignature(algorithm, signBy(key, name, signedAttributes(signer)));
    require(ASN1_OCTET_STRING_set(CMS_SignerInfo_get0_signature(signer), unsignedOf(signature),
                                  static_cast<int>(signature.size())) == 1);
    const BioOwner out(BIO_new(BIO_s_mem()));
    require(i2d_CMS_bio(out.get(), message.get()) == 1);
    return written(out.get());
}

} // namespace svc::keys
