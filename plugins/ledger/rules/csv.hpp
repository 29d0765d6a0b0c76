#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace svc::ledger {

/// A record of a CSV file by the names of its first line.
using CsvRecord = std::map<std::string, std::string, std::less<>>;

/// Reads RFC 4180 text whose first line names the columns. Throws std::runtime_error for a record with
/// another number of fields.
std::vector<CsvRecord> readCsv(std::string_view text);

/// Adds a field, quoted if necessary. The caller adds `,` and line ends.
void appendCsvField(std::string& out, std::string_view value);

/// The same for texts written by users: a text that a spreadsheet would take for a formula is prefixed with
/// `'`.
void appendCsvText(std::string& out, std::string_view value);

} // namespace svc::ledger
