#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "statement/rules/statement.hpp"

namespace svc::bank {

/// How the columns of a CSV file are to be read: what a client says, or what was found out.
struct CsvMapping {
    char delimiter = ';';
    char decimal = ',';
    std::string dateFormat = "DD/MM/YYYY";
    std::string encoding;
    int skipLines = 0;
    int headerRows = 1;
    int footerRows = 0;
    bool invertSign = false;
    bool balancesAreGuessed = false; ///< nothing but their look says that a column holds balances
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

/// Finds out delimiter, header, columns, decimals and dates. `monthFirst` decides when nothing tells, with
/// the warning `dates-ambiguous:<begin of the format>`; the currency of the file, or `fallback`, whether
/// three digits are decimals, with `amounts-ambiguous:<sign of the decimals>` when they may be these or
/// thousands.
CsvMapping detectCsv(std::string_view text, bool monthFirst, Currency fallback,
                     std::vector<std::string>& warnings);

/// Reads a file in UTF-8 piece by piece. `fallback` is the currency when neither mapping nor rows name one.
void readCsv(std::string_view text, CsvMapping mapping, Currency fallback,
             const std::vector<std::string>& warnings, StatementSink& sink);

/// An amount as banks write it: signs on either side, parentheses, thousands in groups of three, the name of
/// the currency. Nothing when a separator stands elsewhere, as 12,34 where the decimals have a point.
std::optional<std::int64_t> csvAmount(std::string_view text, char decimal, Currency currency);
/// A date of a format such as DD.MM.YY; what follows it is a time of day.
std::optional<Date> csvDate(std::string_view text, std::string_view format);

} // namespace svc::bank
