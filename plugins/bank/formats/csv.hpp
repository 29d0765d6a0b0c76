#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "statement/rules/statement.hpp"

namespace svc::bank {

/// How to read the columns of a CSV file: given by the client, or detected.
struct CsvMapping {
    char delimiter = ';';
    char decimal = ',';
    std::string dateFormat = "DD/MM/YYYY";
    std::string encoding;
    int skipLines = 0;
    int headerRows = 1;
    int footerRows = 0;
    bool invertSign = false;
    bool balancesAreGuessed = false; ///< the balance column was recognized by its values only
    bool footerIsJunk = false;       ///< rows at the end without date and amount are left out
    std::string currency;
    std::string account;
    std::vector<std::string> debitValues;
    std::vector<std::string> pendingValues;
    std::map<std::string, int> columns;
    /// Columns named by their header; put into `columns` when the header is read.
    std::map<std::string, std::string> namedColumns;
};

/// A row with the line of the file it begins at.
struct CsvRow {
    std::vector<std::string> cells;
    int line = 1;
};

/// Gives the rows one by one: RFC 4180 with any delimiter; a quote that is never closed is refused.
void eachCsvRow(std::string_view text, char delimiter, const std::function<void(CsvRow&&)>& use);

/// Detects delimiter, header, columns, decimal separator and date format. If the order of day and month is
/// ambiguous, `monthFirst` decides, with the warning `dates-ambiguous:<begin of the format>`. The currency of
/// the file, or `fallback`, decides whether three digits are decimals; if they may be decimals or thousands,
/// the warning is `amounts-ambiguous:<decimal separator>`.
CsvMapping detectCsv(std::string_view text, bool monthFirst, Currency fallback,
                     std::vector<std::string>& warnings);

/// Reads a file in UTF-8 piece by piece. `fallback` is the currency when neither mapping nor rows name one.
void readCsv(std::string_view text, CsvMapping mapping, Currency fallback,
             const std::vector<std::string>& warnings, StatementSink& sink);

/// Parses an amount as banks write it: signs on either side, parentheses, thousands in groups of three, the
/// name of the currency. Returns nothing when a separator is misplaced, such as 12,34 where the decimal
/// separator is a point.
std::optional<std::int64_t> csvAmount(std::string_view text, char decimal, Currency currency);
/// Parses a date of a format such as DD.MM.YY; a time of day may follow.
std::optional<Date> csvDate(std::string_view text, std::string_view format);

} // namespace svc::bank
