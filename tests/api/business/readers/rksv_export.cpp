#include "api/business/readers/rksv_export.hpp"

#include <memory>

#include <gtest/gtest.h>

#include <openssl/ecdsa.h>
#include <openssl/evp.h>
#include <openssl/sha.h>
#include <openssl/x509.h>

#include <svc/encoding.hpp>
#include <svc/text.hpp>

namespace svc::test::rksv {
namespace {

std::string sha256(const std::string& text) {
    std::string digest(SHA256_DIGEST_LENGTH, '\0');
    SHA256(reinterpret_cast<const unsigned char*>(text.data()), text.size(),
           reinterpret_cast<unsigned char*>(digest.data()));
    return digest;
}

std::vector<Exported> receiptsIn(const Json& dep) {
    std::vector<Exported> all;
    for (const Json& group : dep["Belege-Gruppe"].items()) {
        const std::string certificate = group.textOr("Signaturzertifikat");
        EXPECT_FALSE(certificate.empty());
        for (const Json& one : group["Belege-kompakt"].items()) {
            Exported receipt;
            receipt.jws = one.text();
            receipt.certificate = certificate;
            const std::size_t dot = receipt.jws.find('.');
            const std::size_t last = receipt.jws.rfind('.');
            const std::string code = base64UrlDecode(receipt.jws.substr(dot + 1, last - dot - 1)).value();
            for (const std::string_view part : split(std::string_view(code).substr(1), '_')) {
                receipt.parts.emplace_back(part);
            }
            receipt.isSigned =
                base64UrlDecode(receipt.jws.substr(last + 1)).value() != "Sicherheitseinrichtung ausgefallen";
            all.push_back(std::move(receipt));
        }
    }
    return all;
}

} // namespace

std::vector<Exported> chainedReceipts(const Json& dep, const std::string& till) {
    std::vector<Exported> all = receiptsIn(dep);
    std::string before = till;
    for (const Exported& one : all) {
        EXPECT_EQ(one.chain(), base64Encode(sha256(before).substr(0, 8))) << one.number();
        before = one.jws;
    }
    return all;
}

bool verifies(const Exported& receipt) {
    const std::string der = base64Decode(receipt.certificate).value();
    const auto* bytes = reinterpret_cast<const unsigned char*>(der.data());
    const std::unique_ptr<X509, void (*)(X509*)> certificate(
        d2i_X509(nullptr, &bytes, static_cast<long>(der.size())), X509_free);
    const std::size_t dot = receipt.jws.rfind('.');
    const std::string signature = base64UrlDecode(receipt.jws.substr(dot + 1)).value();
    if (!certificate || signature.size() != 64) {
        return false;
    }
    const auto* number = reinterpret_cast<const unsigned char*>(signature.data());
    const std::unique_ptr<ECDSA_SIG, void (*)(ECDSA_SIG*)> pair(ECDSA_SIG_new(), ECDSA_SIG_free);
    ECDSA_SIG_set0(pair.get(), BN_bin2bn(number, 32, nullptr), BN_bin2bn(number + 32, 32, nullptr));
    unsigned char* encoded = nullptr;
    const int size = i2d_ECDSA_SIG(pair.get(), &encoded);
    const std::unique_ptr<EVP_MD_CTX, void (*)(EVP_MD_CTX*)> context(EVP_MD_CTX_new(), EVP_MD_CTX_free);
    const bool holds = EVP_DigestVerifyInit(context.get(), nullptr, EVP_sha256(), nullptr,
                                            X509_get0_pubkey(certificate.get())) == 1 &&
                       EVP_DigestVerify(context.get(), encoded, static_cast<std::size_t>(size),
                                        reinterpret_cast<const unsigned char*>(receipt.jws.data()), dot) == 1;
    OPENSSL_free(encoded);
    return holds;
}

std::int64_t decrypted(const Exported& receipt, const std::string& key) {
    const std::string block = sha256(receipt.parts.at(1) + receipt.number());
    std::string plain = base64Decode(receipt.turnover()).value();
    EVP_CIPHER_CTX* context = EVP_CIPHER_CTX_new();
    int size = 0;
    EVP_DecryptInit_ex(context, EVP_aes_256_ctr(), nullptr,
                       reinterpret_cast<const unsigned char*>(key.data()),
                       reinterpret_cast<const unsigned char*>(block.data()));
    auto* bytes = reinterpret_cast<unsigned char*>(plain.data());
    EVP_DecryptUpdate(context, bytes, &size, bytes, static_cast<int>(plain.size()));
    EVP_CIPHER_CTX_free(context);
    std::uint64_t cents = 0;
    for (const char c : plain) {
        cents = cents << 8U | static_cast<unsigned char>(c);
    }
    return static_cast<std::int64_t>(cents);
}

} // namespace svc::test::rksv
