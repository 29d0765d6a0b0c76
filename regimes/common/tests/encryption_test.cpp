#include <gtest/gtest.h>

#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509.h>

#include <svc/encoding.hpp>

#include "keys/encryption.hpp"
#include "keys/openssl.hpp"
#include "keys/signing.hpp"

namespace svc::keys {
namespace {

std::string bytesOf(std::string_view hex) {
    return hexDecode(hex).value();
}

/// A key with a certificate that it has signed itself.
struct Pair {
    std::string privatePem;
    std::string publicDer;
    std::string certificateDer;
};

Pair newPair(Key key) {
    const X509Owner certificate(X509_new());
    ASN1_INTEGER_set(X509_get_serialNumber(certificate.get()), 7);
    X509_gmtime_adj(X509_getm_notBefore(certificate.get()), 0);
    X509_gmtime_adj(X509_getm_notAfter(certificate.get()), 3600);
    X509_set_pubkey(certificate.get(), key.get());
    X509_sign(certificate.get(), key.get(), EVP_sha256());
    Pair pair;
    const BioOwner pem(BIO_new(BIO_s_mem()));
    PEM_write_bio_PrivateKey(pem.get(), key.get(), nullptr, nullptr, 0, nullptr, nullptr);
    pair.privatePem = written(pem.get());
    const BioOwner publicKey(BIO_new(BIO_s_mem()));
    i2d_PUBKEY_bio(publicKey.get(), key.get());
    pair.publicDer = written(publicKey.get());
    const BioOwner der(BIO_new(BIO_s_mem()));
    i2d_X509_bio(der.get(), certificate.get());
    pair.certificateDer = written(der.get());
    return pair;
}

const Pair& rsaPair() {
    static const Pair pair = newPair(Key(EVP_RSA_gen(2048)));
    return pair;
}

TEST(Aes, IsThatOfThePublishedVectors) {
    // NIST SP 800-38A, F.2.5 (CBC-AES256): the first block, before the padding that the vectors do not have.
    const std::string key = bytesOf("603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4");
    const std::string vector = bytesOf("000102030405060708090a0b0c0d0e0f");
    const std::string plain = bytesOf("6bc1bee22e409f96e93d7e117393172a");
    const std::string encrypted = encryptAes256Cbc(key, vector, plain);
    ASSERT_EQ(encrypted.size(), 32U) << "a whole block of padding";
    EXPECT_EQ(hexEncode(encrypted.substr(0, 16)), "f58c4c04d6e5f1ba779eabfb5f7bfbd6");
    EXPECT_EQ(decryptAes256Cbc(key, vector, encrypted), plain);
    EXPECT_EQ(decryptAes256Cbc(key, vector, encryptAes256Cbc(key, vector, "")), "");
}

TEST(Aes, KnowsAWrongKeyAndWrongSizes) {
    const std::string key(32, 'k');
    const std::string vector(16, 'v');
    const std::string encrypted = encryptAes256Cbc(key, vector, "An invoice");
    EXPECT_NE(decryptAes256Cbc(std::string(32, 'x'), vector, encrypted), "An invoice");
    EXPECT_EQ(decryptAes256Cbc(key, vector, encrypted.substr(1)), std::nullopt);
    EXPECT_THROW(encryptAes256Cbc(std::string(16, 'k'), vector, "x"), std::invalid_argument);
    EXPECT_THROW(encryptAes256Cbc(key, "short", "x"), std::invalid_argument);
    EXPECT_NE(randomBytes(32), randomBytes(32));
    EXPECT_EQ(randomBytes(16).size(), 16U);
}

TEST(Oaep, IsReadByTheOwnerOfTheKeyAlone) {
    const auto encrypted = encryptRsaOaep(rsaPair().certificateDer, "token|1752236636005");
    ASSERT_TRUE(encrypted);
    EXPECT_EQ(encrypted->size(), 256U);
    EXPECT_EQ(decryptRsaOaep(rsaPair().privatePem, *encrypted), "token|1752236636005");
    EXPECT_NE(encryptRsaOaep(rsaPair().certificateDer, "token|1752236636005"), encrypted) << "it has a seed";
    const Pair other = newPair(Key(EVP_RSA_gen(2048)));
    EXPECT_EQ(decryptRsaOaep(other.privatePem, *encrypted), std::nullopt);
}

TEST(Oaep, RefusesWhatIsNoCertificateOfAnRsaKey) {
    EXPECT_EQ(encryptRsaOaep("no certificate", "x"), std::nullopt);
    EXPECT_EQ(encryptRsaOaep(newPair(Key(EVP_EC_gen("P-256"))).certificateDer, "x"), std::nullopt);
    EXPECT_EQ(encryptRsaOaep(rsaPair().certificateDer, std::string(191, 'x')), std::nullopt) << "190 at most";
}

TEST(Pss, IsVerifiedByTheKeyAndByNoOtherPadding) {
    const std::string signature =
        PrivateKey::read(rsaPair().privatePem).value().sign(Algorithm::Ps256, "a text");
    EXPECT_TRUE(verifies(rsaPair().publicDer, Algorithm::Ps256, "a text", signature));
    EXPECT_FALSE(verifies(rsaPair().publicDer, Algorithm::Ps256, "another", signature));
    EXPECT_FALSE(verifies(rsaPair().publicDer, Algorithm::Rs256, "a text", signature));
    EXPECT_EQ(algorithmOf("PS256"), Algorithm::Ps256);
}

TEST(Kinds, OfKeysSuitTheirAlgorithmsOnly) {
    const Pair elliptic = newPair(Key(EVP_EC_gen("P-256")));
    EXPECT_TRUE(PrivateKey::read(rsaPair().privatePem)->suits(Algorithm::Ps256));
    EXPECT_FALSE(PrivateKey::read(rsaPair().privatePem)->suits(Algorithm::Es256));
    EXPECT_TRUE(PrivateKey::read(elliptic.privatePem)->suits(Algorithm::Es256));
    EXPECT_FALSE(PrivateKey::read(elliptic.privatePem)->suits(Algorithm::Es384));
    EXPECT_FALSE(PrivateKey::read("no key").has_value());
}

} // namespace
} // namespace svc::keys
