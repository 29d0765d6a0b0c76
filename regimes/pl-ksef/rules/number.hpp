// Numbers and links of KSeF 2.0 (ksef-docs: numer-ksef, kody-qr).
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <svc/date.hpp>

namespace svc::pl_ksef {

/// The platforms of the ministry.
enum class Environment { Production, Demo, Test };

/// `production`, `demo`, `test`.
std::string_view toText(Environment environment);
/// The reverse; any other text gives the test platform.
Environment environmentNamed(std::string_view name);
/// The base address of its API, without a trailing slash.
std::string_view apiAddress(Environment environment);

/// Is it a Polish tax number (NIP)? Ten digits, the last one the weighted sum of the others (weights 6 5 7 2
/// 3 4 5 6 7) modulo 11.
bool isNip(std::string_view text);
/// The NIP in a VAT number or registration number: `PL1234563218`, `123-456-32-18`. Nothing when it is none.
std::optional<std::string> nipIn(std::string_view text);

/// CRC-8 (polynomial 0x07, initial value 0, not reflected) as two capital hexadecimal digits.
std::string crc8(std::string_view text);
/// Is it a KSeF number? 35 characters: NIP, day of receipt, 12 hexadecimal digits, and the CRC-8 of the text
/// before the last dash.
bool isKsefNumber(std::string_view text);

/// SHA-256 of a file in base64url, for links.
std::string digestOf(std::string_view file);
/// SHA-256 of a file in standard base64 with padding, for messages.
std::string messageDigestOf(std::string_view file);

/// The link of code I, the public look-up of the invoice. `digest` from digestOf().
std::string invoiceLink(Environment environment, std::string_view nip, Date issued, std::string_view digest);

/// The part of code II that is signed: host and path without `https://`. `serial`: of the certificate,
/// hexadecimal.
std::string certificateText(Environment environment, std::string_view nip, std::string_view serial,
                            std::string_view digest);
/// The link of code II, which shows the issuer of an invoice that KSeF does not have yet. `signature`: bytes.
std::string certificateLink(std::string_view signedText, std::string_view signature);

} // namespace svc::pl_ksef
