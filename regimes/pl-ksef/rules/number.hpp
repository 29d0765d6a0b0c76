// Numbers and addresses of KSeF 2.0 (ksef-docs: numer-ksef, kody-qr).
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <svc/date.hpp>

namespace svc::ksef {

/// Which of the platforms of the ministry.
enum class Environment { Production, Demo, Test };

/// `production`, `demo`, `test`.
std::string_view toText(Environment environment);
/// The reverse; another text is the test platform.
Environment environmentNamed(std::string_view name);
/// Where its API is, without a slash at the end.
std::string_view apiAddress(Environment environment);

/// A tax number of Poland (NIP): ten digits, of which the last is the sum of the others by the weights
/// 6 5 7 2 3 4 5 6 7, modulo 11.
bool isNip(std::string_view text);
/// The NIP in a VAT number or registration number: `PL1234563218`, `123-456-32-18`. Nothing when it is none.
std::optional<std::string> nipIn(std::string_view text);

/// CRC-8 (polynomial 0x07, initial value 0, not reflected) as two capital hexadecimal digits.
std::string crc8(std::string_view text);
/// A KSeF number of 35 characters: NIP, day of receipt, 12 hexadecimal digits and the CRC-8 of what stands
/// before its last dash.
bool isKsefNumber(std::string_view text);

/// SHA-256 of the bytes of a file in base 64 with the alphabet for URLs, as addresses have it.
std::string digestOf(std::string_view file);
/// The same with the usual alphabet and padding, as messages have it.
std::string messageDigestOf(std::string_view file);

/// Code I: where anybody looks the invoice up. `digest` from digestOf().
std::string invoiceLink(Environment environment, std::string_view nip, Date issued, std::string_view digest);

/// Code II before its signature: what is signed, host and path without `https://`. `serial`: of the
/// certificate, hexadecimal.
std::string certificateText(Environment environment, std::string_view nip, std::string_view serial,
                            std::string_view digest);
/// Code II: shows who issued an invoice that KSeF does not have yet. `signature`: bytes.
std::string certificateLink(std::string_view signedText, std::string_view signature);

} // namespace svc::ksef
