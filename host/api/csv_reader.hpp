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
    bool broken = false; ///< a misplaced quotation mark, or no closing one
};

/// Reads CSV (RFC 4180) record by record, without copying the file. The delimiter is a comma, semicolon or
/// tab: the most frequent one in the first line. Skips a byte order mark and empty lines.
class CsvReader {
public:
    /// `text` must outlive the reader.
    explicit CsvReader(std::string_view text);

    /// Puts the next record into `record`; false at the end.
    bool next(CsvRecord& record);
    char delimiter() const noexcept { return delimiter_; }
    /// Number of bytes read so far.
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
