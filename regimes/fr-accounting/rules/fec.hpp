#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <svc/currency.hpp>
#include <svc/date.hpp>

namespace svc::fr_accounting {

/// One line of the file (article A47 A-1 LPF, VII). Amounts are minor units; the caller owns the texts.
struct FecLine {
    std::string_view journal;
    std::string_view journalLabel;
    std::int64_t number = 0;
    Date date;
    std::string_view account; ///< as the chart has it; written with at least six digits
    std::string_view accountLabel;
    std::string_view auxiliary;      ///< only on accounts of third parties
    std::string_view auxiliaryLabel; ///< empty: the sub-account itself
    std::string_view piece;
    Date pieceDate;
    std::string_view label; ///< empty: the piece
    std::int64_t debit = 0;
    std::int64_t credit = 0;
    std::string_view lettering; ///< empty: not settled
    std::optional<Date> letteredOn;
    Date validated;
    std::optional<std::int64_t> foreignAmount;
    std::optional<Currency> foreignCurrency;
};

/// Adds the header line with the 18 column names.
void appendFecHeader(std::string& out);
/// Adds a line. Tabs, line breaks and `|` in texts become blanks: the file has no quoting. A text of nothing
/// else counts as empty.
void appendFecLine(std::string& out, const FecLine& line, Currency currency);

/// The SIREN of a registration number: its first nine digits, ignoring other characters; empty: it has fewer.
std::string sirenIn(std::string_view registrationNumber);

/// `123456782FEC20251231.txt`: the administration's test program requires this name.
std::string fecFileName(std::string_view siren, Date closing);

/// UTF-8 as ISO 8859-15; characters that it lacks are transliterated, never to the separator of the fields.
std::string latin9(std::string_view utf8);

} // namespace svc::fr_accounting
