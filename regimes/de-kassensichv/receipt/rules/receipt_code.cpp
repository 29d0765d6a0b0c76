#include "receipt/rules/receipt_code.hpp"

#include <array>

#include <svc/date.hpp>
#include <svc/encoding.hpp>
#include <svc/text.hpp>

#include "receipt/rules/ecdsa.hpp"
#include "sealing/sha256.hpp"

namespace svc::de_kassensichv {
namespace {

constexpr std::size_t CodeFields = 12;

// Tags of DER (X.690).
constexpr char IntegerTag = 0x02;
constexpr char OctetsTag = 0x04;
constexpr char ObjectIdTag = 0x06;
constexpr char SequenceTag = 0x30;
constexpr int ContextTag = 0x80; ///< primitive, with the number of the element

/// 0.4.0.127.0.7.3.7.1.1: the log of a transaction (BSI TR-03151).
constexpr std::string_view TransactionLog("\x04\x00\x7f\x00\x07\x03\x07\x01\x01", 9);
/// 0.4.0.127.0.7.1.1.4.1: plain ECDSA (BSI TR-03111); the digest is appended to it.
constexpr std::string_view PlainEcdsa("\x04\x00\x7f\x00\x07\x01\x01\x04\x01", 9);

std::string element(char tag, std::string_view content) {
    std::string out(1, tag);
    const std::size_t size = content.size();
    if (size < 0x80) {
        out += static_cast<char>(size);
    } else if (size <= 0xFF) {
        out += {'\x81', static_cast<char>(size)};
    } else {
        out += {'\x82', static_cast<char>(size >> 8U), static_cast<char>(size & 0xFFU)};
    }
    return out.append(content);
}

/// The content of a non-negative INTEGER.
std::string integerContent(std::int64_t value) {
    std::string out;
    do {
        out.insert(out.begin(), static_cast<char>(value & 0xFF));
        value >>= 8;
    } while (value != 0);
    if ((static_cast<unsigned char>(out.front()) & 0x80U) != 0) {
        out.insert(out.begin(), '\0');
    }
    return out;
}

std::string context(int number, std::string_view content) {
    return element(static_cast<char>(ContextTag + number), content);
}

bool isWhole(const std::string_view text, std::int64_t& out) {
    const auto value = parseInt64(text);
    out = value.value_or(-1);
    return out >= 0;
}

} // namespace

std::string qrOf(const ReceiptCode& code) {
    std::string text(CodeVersion);
    for (const std::string& field :
         {code.till, code.processType, code.processData, std::to_string(code.transaction),
          std::to_string(code.counter), code.startedAt, code.loggedAt, code.algorithm, code.timeFormat,
          code.signature, code.publicKey}) {
        text += ';' + field;
    }
    return text;
}

std::optional<ReceiptCode> readCode(std::string_view qr) {
    const auto fields = split(qr, ';');
    ReceiptCode code;
    if (fields.size() != CodeFields || fields[0] != CodeVersion || !isWhole(fields[4], code.transaction) ||
        !isWhole(fields[5], code.counter)) {
        return std::nullopt;
    }
    code.till = fields[1];
    code.processType = fields[2];
    code.processData = fields[3];
    code.startedAt = fields[6];
    code.loggedAt = fields[7];
    code.algorithm = fields[8];
    code.timeFormat = fields[9];
    code.signature = fields[10];
    code.publicKey = fields[11];
    return code;
}

std::optional<std::string> signedMessage(const ReceiptCode& code, std::string_view tseSerial) {
    const auto digest = digestOf(code.algorithm);
    const auto logged = Instant::parse(code.loggedAt);
    if (!digest || !logged || code.timeFormat != "unixTime") {
        return std::nullopt;
    }
    constexpr std::int64_t LogVersion = 2;
    std::string message = element(IntegerTag, integerContent(LogVersion));
    message += element(ObjectIdTag, TransactionLog);
    message += context(0, "FinishTransaction");
    message += context(1, code.till);
    message += context(2, code.processData);
    message += context(3, code.processType);
    message += context(5, integerContent(code.transaction));
    message += element(OctetsTag, tseSerial);
    message += element(SequenceTag, element(ObjectIdTag, std::string(PlainEcdsa) + digest->object));
    message += element(IntegerTag, integerContent(code.counter));
    return message + element(IntegerTag, integerContent(logged->seconds()));
}

std::string tseSerialOf(std::string_view point) {
    return hexDecode(sealing::sha256({point})).value();
}

Verification verify(const ReceiptCode& code) {
    Verification result;
    const auto keyBytes = base64Decode(code.publicKey);
    const auto key = keyBytes ? readPublicKey(*keyBytes) : std::nullopt;
    if (!key) {
        result.reason = "key";
        return result;
    }
    const std::string serial = tseSerialOf(key->point);
    result.tseSerial = hexEncode(serial);
    const auto message = signedMessage(code, serial);
    const auto digest = digestOf(code.algorithm);
    if (!message || !digest) {
        result.reason = digest ? "time" : "algorithm";
        return result;
    }
    result.message = *message;
    const auto signature = base64Decode(code.signature);
    if (!signature) {
        result.verdict = Verdict::Invalid;
        result.reason = "signature-form";
        return result;
    }
    if (const auto found = verifyingCurve(*key, *digest, *message, *signature)) {
        result.verdict = Verdict::Valid;
        result.curve = found->curve;
        result.signatureForm = found->form;
        return result;
    }
    // Devices that give their key in this form are known to sign another message.
    result.verdict = key->isWrapped ? Verdict::Unverifiable : Verdict::Invalid;
    result.reason = key->isWrapped ? "key-form" : "signature";
    return result;
}

std::string_view toText(Verdict verdict) {
    return verdict == Verdict::Valid ? "valid" : verdict == Verdict::Invalid ? "invalid" : "unverifiable";
}

} // namespace svc::de_kassensichv
