// The QR code of a German till receipt (DSFinV-K, annex I), and the check of its signature from the code
// alone.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace svc::de_kassensichv {

inline constexpr std::string_view CodeVersion = "V0";

/// The fields of the code in their order.
struct ReceiptCode {
    std::string till; ///< serial number of the till: the client in the log of the TSE
    std::string processType;
    std::string processData;
    std::int64_t transaction = 0;
    std::int64_t counter = 0; ///< signature counter
    std::string startedAt;    ///< 2019-07-10T18:41:04.000Z, as the TSE gave it
    std::string loggedAt;
    std::string algorithm;  ///< ecdsa-plain-SHA256
    std::string timeFormat; ///< unixTime
    std::string signature;  ///< base 64
    std::string publicKey;  ///< base 64: a point 04 || x || y, or a SubjectPublicKeyInfo
};

std::string qrOf(const ReceiptCode& code);
/// Nothing for a text that is no receipt code.
std::optional<ReceiptCode> readCode(std::string_view qr);

/// The message that the TSE signed when it finished the transaction: concatenated DER elements. Nothing for
/// an unsupported algorithm or time format. `tseSerial`: bytes.
std::optional<std::string> signedMessage(const ReceiptCode& code, std::string_view tseSerial);
/// The serial number of a TSE: SHA-256 of the point of its public key, bytes.
std::string tseSerialOf(std::string_view point);

enum class Verdict {
    Valid,
    Invalid,      ///< the signature does not match receipt and key
    Unverifiable, ///< a form of signature or key that the code alone does not suffice to check
};

/// `valid`, `invalid`, `unverifiable`.
std::string_view toText(Verdict verdict);

struct Verification {
    Verdict verdict = Verdict::Unverifiable;
    std::string reason; ///< why it is not valid: signature, signature-form, algorithm, time, key, key-form
    std::string curve;  ///< on which the signature verified
    std::string signatureForm; ///< plain (concatenated r and s) or der
    std::string tseSerial;     ///< hexadecimal; empty: the key cannot be read
    std::string message;       ///< the signed message, bytes
};

Verification verify(const ReceiptCode& code);

} // namespace svc::de_kassensichv
