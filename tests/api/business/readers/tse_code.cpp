#include "api/business/readers/tse_code.hpp"

#include <memory>

#include <openssl/core_names.h>
#include <openssl/ecdsa.h>
#include <openssl/evp.h>
#include <openssl/param_build.h>
#include <openssl/sha.h>

#include <svc/date.hpp>
#include <svc/encoding.hpp>
#include <svc/text.hpp>

#include "support/freed.hpp"

namespace svc::test::tse {
namespace {

using Key = std::unique_ptr<EVP_PKEY, Freed<EVP_PKEY_free>>;

const unsigned char* bytes(const std::string& text) {
    return reinterpret_cast<const unsigned char*>(text.data());
}

std::string element(int tag, const std::string& content) {
    std::string head(1, static_cast<char>(tag));
    if (content.size() > 0x7F) {
        head += '\x81';
    }
    return head + static_cast<char>(content.size()) + content;
}

/// DER bytes of a non-negative integer: as few as possible, with the highest bit 0.
std::string number(std::int64_t value) {
    const std::string last(1, static_cast<char>(value & 0xFF));
    if (value > 0xFF) {
        return number(value >> 8) + last;
    }
    return value > 0x7F ? std::string(1, '\0') + last : last;
}

std::string signedBytes(const std::vector<std::string>& fields, const std::string& point, char algorithm) {
    std::string serial(SHA256_DIGEST_LENGTH, '\0');
    SHA256(bytes(point), point.size(), reinterpret_cast<unsigned char*>(serial.data()));
    const std::string plain("\x04\x00\x7f\x00\x07\x01\x01\x04\x01", 9);
    const std::int64_t logged = Instant::parse(fields[7]).value().seconds();
    return element(0x02, number(2)) + element(0x06, std::string("\x04\x00\x7f\x00\x07\x03\x07\x01\x01", 9)) +
           element(0x80, "FinishTransaction") + element(0x81, fields[Till]) +
           element(0x82, fields[ProcessData]) + element(0x83, fields[2]) +
           element(0x85, number(std::stoll(fields[Transaction]))) + element(0x04, serial) +
           element(0x30, element(0x06, plain + algorithm)) +
           element(0x02, number(std::stoll(fields[Counter]))) + element(0x02, number(logged));
}

Key keyOn(const char* curve, const std::string& point) {
    const std::unique_ptr<OSSL_PARAM_BLD, Freed<OSSL_PARAM_BLD_free>> build(OSSL_PARAM_BLD_new());
    OSSL_PARAM_BLD_push_utf8_string(build.get(), OSSL_PKEY_PARAM_GROUP_NAME, curve, 0);
    OSSL_PARAM_BLD_push_octet_string(build.get(), OSSL_PKEY_PARAM_PUB_KEY, point.data(), point.size());
    const std::unique_ptr<OSSL_PARAM, Freed<OSSL_PARAM_free>> params(OSSL_PARAM_BLD_to_param(build.get()));
    const std::unique_ptr<EVP_PKEY_CTX, Freed<EVP_PKEY_CTX_free>> context(
        EVP_PKEY_CTX_new_from_name(nullptr, "EC", nullptr));
    EVP_PKEY* key = nullptr;
    EVP_PKEY_fromdata_init(context.get());
    EVP_PKEY_fromdata(context.get(), &key, EVP_PKEY_PUBLIC_KEY, params.get());
    return Key(key);
}

/// Converts a raw signature (r followed by s) to DER; a signature of another length is DER already.
std::string derOf(const std::string& signature, std::size_t size) {
    if (signature.size() != size) {
        return signature;
    }
    const int half = static_cast<int>(size / 2);
    const std::unique_ptr<ECDSA_SIG, Freed<ECDSA_SIG_free>> parts(ECDSA_SIG_new());
    ECDSA_SIG_set0(parts.get(), BN_bin2bn(bytes(signature), half, nullptr),
                   BN_bin2bn(bytes(signature) + half, half, nullptr));
    unsigned char* der = nullptr;
    const int length = i2d_ECDSA_SIG(parts.get(), &der);
    std::string text(reinterpret_cast<const char*>(der), static_cast<std::size_t>(length));
    OPENSSL_free(der);
    return text;
}

} // namespace

std::vector<std::string> fieldsOf(const std::string& qr) {
    std::vector<std::string> fields;
    for (const std::string_view field : split(std::string_view(qr), ';')) {
        fields.emplace_back(field);
    }
    return fields;
}

bool verifies(const std::string& qr) {
    const std::vector<std::string> fields = fieldsOf(qr);
    if (fields.size() != 12 || fields[0] != "V0") {
        return false;
    }
    const bool isLong = fields[8] == "ecdsa-plain-SHA384";
    const std::string point = base64Decode(fields[PublicKey]).value_or("");
    const std::string message = signedBytes(fields, point, isLong ? '\x04' : '\x03');
    const std::string signature =
        derOf(base64Decode(fields[Signature]).value_or(""), point.empty() ? 0 : point.size() - 1);
    const bool isWide = point.size() > 65;
    for (const char* curve :
         {isWide ? "secp384r1" : "prime256v1", isWide ? "brainpoolP384r1" : "brainpoolP256r1"}) {
        const Key key = keyOn(curve, point);
        const std::unique_ptr<EVP_MD_CTX, Freed<EVP_MD_CTX_free>> context(EVP_MD_CTX_new());
        if (key &&
            EVP_DigestVerifyInit(context.get(), nullptr, isLong ? EVP_sha384() : EVP_sha256(), nullptr,
                                 key.get()) == 1 &&
            EVP_DigestVerify(context.get(), bytes(signature), signature.size(), bytes(message),
                             message.size()) == 1) {
            return true;
        }
    }
    return false;
}

} // namespace svc::test::tse
