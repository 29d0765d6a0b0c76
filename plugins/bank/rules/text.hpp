#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <svc/currency.hpp>
#include <svc/date.hpp>

namespace svc::bank {

/// Bytes of a file as UTF-8 without mark of order. `named` is the encoding that a client says (UTF-8, UTF-16,
/// ISO-8859-1, windows-1252, CP850), in any case; empty: by the mark, else by where zeros stand, else UTF-8
/// when it is that, else CP850 or windows-1252, whichever makes letters of what stands inside words. Nothing
/// when the bytes are not of the named encoding.
std::optional<std::string> decoded(std::string_view bytes, std::string_view named = {});

/// Letters and digits without accents, small: "Café Größe" is "cafe grosse".
std::string folded(std::string_view text);

/// The same with German umlauts written as two letters: "cafe groesse".
std::string foldedGerman(std::string_view text);

/// Letters and digits alone, capital: how references and accounts are compared.
std::string squashed(std::string_view text);

/// Is this what banks write where there is no reference: NONREF, NOTPROVIDED, zeros, nothing?
bool isPlaceholder(std::string_view reference);

/// Blanks of all kinds become one blank.
std::string oneLine(std::string_view text);

/// ISO 13616 with its check digits.
bool isIban(std::string_view account);

/// An amount written with `point` (`.` or `,`) before its decimals, as minor units. Nothing when it is no
/// number or has more decimals than the currency; `outOfRange` tells a number that is too large.
std::optional<std::int64_t> minorOf(std::string_view digits, char point, Currency currency);

} // namespace svc::bank
