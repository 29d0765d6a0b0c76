// Names of the files that SdI exchanges.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace svc::it_fatturapa {

/// The transmitter of a file to SdI; the file name contains its country and identifier.
struct Transmitter {
    std::string country; ///< ISO 3166-1 alpha-2
    std::string code;    ///< 2 to 28 letters and digits
};

/// `IT01234567890` in its two parts; nothing when it is none.
std::optional<Transmitter> transmitterOf(std::string_view text);

/// The progressive number of a file: `prefix`, then the sequence in base 36 (0-9, A-Z) padded to five
/// characters in all. `prefix` (at most two letters or digits) separates several programs that send for one
/// transmitter, since a file name may never be reused. Nothing when the sequence has too many digits.
std::optional<std::string> progressOf(std::string_view prefix, std::int64_t sequence);

/// How the company signs a file: within the XML, or by an enclosing signed message (CAdES).
enum class SignatureForm { None, Xades, Cades };

/// `IT01234567890_00001.xml`, as a signed message `IT01234567890_00001.xml.p7m`.
std::string fileNameOf(const Transmitter& transmitter, std::string_view progress,
                       SignatureForm form = SignatureForm::None);

/// The name of a file without the extensions that a channel (`.p7m`, `.zip`) or a signature may add. It is
/// the key that assigns a message to its file.
std::string_view stemOf(std::string_view fileName);

} // namespace svc::it_fatturapa
