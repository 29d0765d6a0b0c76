// The QR code of a German till receipt (DSFinV-K, annex I), and the check of its signature from the code
// alone.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace svc::kassensichv {

inline constexpr std::string_view CodeVersion = "V0";

/// The fields of the code in their order.
struct ReceiptCode {
    std::string till; ///< serial number: the client that the TSE logged
    std::string processType;
    std::string processData;
    std::int64_t transaction = 0;
    std::int64_t counter = 0; ///< of signatures
    std::string startedAt;    ///< 2019-07-10T18:41:04.000Z, as the TSE gave it
    std::string loggedAt;
    std::string algorithm;  ///< ecdsa-plain-SHA256
    std::string timeFormat; ///< unixTime
    std::string signature;  ///< base 64
    std::string publicKey;  ///< base 64: a point 04 || x || y, or a SubjectPublicKeyInfo
};

std::string qrOf(const ReceiptCode& code);
/// Nothing for a text that is no such code.
std::optional<ReceiptCode> readCode(std::string_view qr);

/// What the TSE signed when it finished the transaction: DER elements one behind the other. Nothing for an
/// algorithm or a time of another form. `tseSerial`: bytes.
std::optional<std::string> signedMessage(const ReceiptCode& code, std::string_view tseSerial);
/// The serial number of a TSE: SHA-256 of the point of its public key, bytes.
std::string tseSerialOf(std::string_view point);

enum class Verdict {
    Valid,
    Invalid,      ///< the signature is not of this receipt and key
    Unverifiable, ///< its form is not one that can be checked from the code alone
};

/// `valid`, `invalid`, `unverifiable`.
std::string_view toText(Verdict verdict);

struct Verification {
    Verdict verdict = Verdict::Unverifiable;
    std::string reason; ///< of what is not valid: signature, signature-form, algorithm, time, key, key-form
    std::string curve;  ///< of the key that verified
    std::string signatureForm; ///< plain (r and s side by side) or der
    std::string tseSerial;     ///< hexadecimal; empty: the key cannot be read
    std::string message;       ///< that was signed, bytes
};

Verification verify(const ReceiptCode& code);

} // namespace svc::kassensichv
