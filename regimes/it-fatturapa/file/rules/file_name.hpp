// Names of the files that SdI exchanges.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace svc::fatturapa {

/// Who hands a file to SdI: its country and identifier stand in the name.
struct Transmitter {
    std::string country; ///< ISO 3166-1 alpha-2
    std::string code;    ///< 2 to 28 letters and digits
};

/// `IT01234567890` in its two parts; nothing when it is none.
std::optional<Transmitter> transmitterOf(std::string_view text);

/// The progressive number of a file: `prefix`, then the sequence in base 36 (0-9, A-Z) filled up to five
/// characters. `prefix` (at most two letters or digits) keeps apart what several programs send for one
/// transmitter: a name may be used once for ever. Nothing when the sequence has too many digits for it.
std::optional<std::string> progressOf(std::string_view prefix, std::int64_t sequence);

/// How a file is signed by the company: within the XML, or by a signed message that holds it (CAdES).
enum class SignatureForm { None, Xades, Cades };

/// `IT01234567890_00001.xml`, as a signed message `IT01234567890_00001.xml.p7m`.
std::string fileNameOf(const Transmitter& transmitter, std::string_view progress,
                       SignatureForm form = SignatureForm::None);

/// The name of a file without the endings that a channel may add (`.p7m`, `.zip`) or that a signature does:
/// by it a message is put to the file it is about.
std::string_view stemOf(std::string_view fileName);

} // namespace svc::fatturapa
