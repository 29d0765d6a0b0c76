#include "rules/receipt.hpp"

#include <algorithm>
#include <memory>
#include <stdexcept>

#include <openssl/evp.h>

#include <svc/append.hpp>
#include <svc/encoding.hpp>
#include <svc/text.hpp>

#include "sealing/sha256.hpp"

namespace svc::at_rksv {
namespace {

constexpr std::string_view TrainingWord = "TRA";
constexpr std::string_view CancellationWord = "STO";
constexpr std::string_view OutOfOrder = "Sicherheitseinrichtung ausgefallen";

const unsigned char* unsignedOf(std::string_view bytes) {
    return reinterpret_cast<const unsigned char*>(bytes.data());
}

std::string digestOf(std::initializer_list<std::string_view> pieces) {
    return hexDecode(sealing::sha256(pieces)).value();
}

std::string encrypted(std::string_view key, std::string_view block, std::string_view plain) {
    const std::unique_ptr<EVP_CIPHER_CTX, decltype(&EVP_CIPHER_CTX_free)> context(EVP_CIPHER_CTX_new(),
                                                                                  &EVP_CIPHER_CTX_free);
    std::string result(plain.size(), '\0');
    int size = 0;
    constexpr std::size_t KeyBytes = 32;
    if (key.size() != KeyBytes || !context ||
        EVP_EncryptInit_ex(context.get(), EVP_aes_256_ctr(), nullptr, unsignedOf(key), unsignedOf(block)) !=
            1 ||
        EVP_EncryptUpdate(context.get(), reinterpret_cast<unsigned char*>(result.data()), &size,
                          unsignedOf(plain), static_cast<int>(plain.size())) != 1) {
        throw std::runtime_error("the turnover cannot be encrypted");
    }
    return result;
}

void appendAmount(std::string& out, std::int64_t cents) {
    out += cents < 0 ? "_-" : "_";
    const std::int64_t magnitude = cents < 0 ? -cents : cents;
    appendInteger(out, magnitude / 100);
    out += ',';
    appendInteger(out, magnitude % 100, 2);
}

/// Indexes of fields in the code, which begins with a separator.
constexpr std::size_t TillPlace = 2;
constexpr std::size_t TurnoverPlace = 10;

std::string fieldOf(std::string_view jws, std::size_t place) {
    const std::string code = base64UrlDecode(split(jws, '.').at(1)).value();
    return std::string(split(code, '_').at(place));
}

} // namespace

std::string encryptedTurnover(std::string_view key, std::string_view till, std::string_view number,
                              std::int64_t cents, std::size_t bytes) {
    std::string plain(bytes, cents < 0 ? '\xff' : '\0');
    for (std::size_t i = 0; i < bytes && i < sizeof cents; ++i) {
        plain[bytes - 1 - i] = static_cast<char>(static_cast<std::uint64_t>(cents) >> (8 * i) & 0xffU);
    }
    constexpr std::size_t BlockBytes = 16;
    return base64Encode(encrypted(key, digestOf({till, number}).substr(0, BlockBytes), plain));
}

std::string chainValue(std::string_view till, std::string_view previousJws) {
    constexpr std::size_t ChainBytes = 8;
    return base64Encode(digestOf({previousJws.empty() ? till : previousJws}).substr(0, ChainBytes));
}

std::string codeOf(const Receipt& receipt, std::string_view key) {
    std::string code =
        "_R1-" + receipt.provider + '_' + receipt.till + '_' + receipt.number + '_' + receipt.time;
    for (const std::int64_t amount : receipt.amounts) {
        appendAmount(code, amount);
    }
    code += '_';
    switch (receipt.kind) {
    case Kind::Standard:
        code += encryptedTurnover(key, receipt.till, receipt.number, receipt.turnover);
        break;
    case Kind::Cancellation:
        code += base64Encode(CancellationWord);
        break;
    case Kind::Training:
        code += base64Encode(TrainingWord);
        break;
    }
    return code + '_' + receipt.certificate + '_' + chainValue(receipt.till, receipt.previous);
}

std::string signingInput(std::string_view code) {
    return base64UrlEncode(R"({"alg":"ES256"})") + '.' + base64UrlEncode(code);
}

std::string jwsOf(std::string_view code, std::string_view signature) {
    return signingInput(code) + '.' + base64UrlEncode(signature.empty() ? OutOfOrder : signature);
}

std::string qrOf(std::string_view code, std::string_view signature) {
    return std::string(code) + '_' + base64Encode(signature.empty() ? OutOfOrder : signature);
}

std::string tillOf(std::string_view jws) {
    return fieldOf(jws, TillPlace);
}

bool isTraining(std::string_view jws) {
    return fieldOf(jws, TurnoverPlace) == base64Encode(TrainingWord);
}

std::string numberInCode(std::string number) {
    std::replace(number.begin(), number.end(), '_', '-');
    return number;
}

std::string checkValueOf(std::string_view key) {
    constexpr std::size_t CheckBytes = 3;
    const std::string text = base64Encode(digestOf({base64Encode(key)}).substr(0, CheckBytes));
    return text.substr(0, text.find('='));
}

} // namespace svc::at_rksv
