#pragma once

#include <optional>
#include <string_view>

#include "formats/csv.hpp"
#include "statement/rules/statement.hpp"

namespace svc::bank {

/// Information from a client about a file, besides its bytes.
struct FileHints {
    std::string format = "auto"; ///< camt.053, mt940, csv, auto
    std::optional<CsvMapping> csv;
    Currency currency;       ///< of a CSV file that names none
    bool monthFirst = false; ///< the country writes 12/31
};

/// Reads a statement file of any known format, piece by piece. Throws FileError, also after pieces.
void readStatements(std::string_view bytes, const FileHints& hints, StatementSink& sink);
/// The whole file at once.
StatementFile readStatements(std::string_view bytes, const FileHints& hints);

/// Hands a file that is already in memory to the sink, as if it were being read.
void handOver(StatementFile&& file, StatementSink& sink);

} // namespace svc::bank
