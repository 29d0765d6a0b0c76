#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace svc::host::api {

/// One record of a CSV file.
struct CsvRecord {
    std::int64_t line = 0; ///< on which it begins; the first is 1
    std::vector<std::string> fields;
    bool broken = false; ///< a quotation mark where none may be, or none at the end
};

/// Reads CSV (RFC 4180) record by record, without a copy of the file. Comma, semicolon or tab between fields:
/// the one that stands most often in the first line. A byte order mark is skipped, and so are empty lines.
class CsvReader {
public:
    /// `text` must outlive the reader.
    explicit CsvReader(std::string_view text);

    /// Puts the next record into `record`; false at the end.
    bool next(CsvRecord& record);
    char delimiter() const noexcept { return delimiter_; }
    /// Bytes that were read.
    std::size_t position() const noexcept { return at_; }

private:
    bool readField(CsvRecord& record);
    void readQuoted(CsvRecord& record, std::string& field);
    bool atEndOfLine() const noexcept;
    void skipEndOfLine() noexcept;

    std::string_view text_;
    std::size_t at_ = 0;
    std::int64_t line_ = 1;
    char delimiter_ = ',';
};

} // namespace svc::host::api
