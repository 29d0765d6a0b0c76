#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <svc/currency.hpp>
#include <svc/date.hpp>

namespace svc::bank {

/// Converts the bytes of a file to UTF-8 without byte order mark. `named` is the encoding that a client gives
/// (UTF-8, UTF-16, ISO-8859-1, windows-1252, CP850), in any case. If it is empty, the encoding is detected:
/// by the byte order mark, else by the position of zero bytes, else UTF-8 when the bytes are valid, else
/// CP850 or windows-1252, whichever makes letters of the bytes inside words. Returns nothing when the bytes
/// are invalid in the named encoding.
std::optional<std::string> decoded(std::string_view bytes, std::string_view named = {});

/// Lower-case letters and digits without accents: "Café Größe" is "cafe grosse".
std::string folded(std::string_view text);

/// The same with German umlauts written as two letters: "cafe groesse".
std::string foldedGerman(std::string_view text);

/// Only letters and digits, in capitals: the form in which references and accounts are compared.
std::string squashed(std::string_view text);

/// Do banks write this when there is no reference: NONREF, NOTPROVIDED, zeros, nothing?
bool isPlaceholder(std::string_view reference);

/// Replaces each run of white space by one blank.
std::string oneLine(std::string_view text);

/// ISO 13616 with its check digits.
bool isIban(std::string_view account);

/// An amount written with `point` (`.` or `,`) before its decimals, as minor units. Nothing when it is no
/// number or has more decimals than the currency; `outOfRange` tells a number that is too large.
std::optional<std::int64_t> minorOf(std::string_view digits, char point, Currency currency);

} // namespace svc::bank
