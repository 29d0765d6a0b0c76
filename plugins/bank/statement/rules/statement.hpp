#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <svc/currency.hpp>
#include <svc/date.hpp>

namespace svc::bank {

/// One line of a statement as in the file. Texts are empty when the file does not have them.
struct FileLine {
    std::optional<Date> bookingDate;
    std::optional<Date> valueDate;
    std::int64_t amount = 0; ///< signed minor units of the statement's currency; money in is positive
    std::string bankReference;
    std::string entryReference;
    std::string reference; ///< that of the customer (MT940)
    std::string endToEndId;
    std::string mandateId;
    std::string creditorReference;
    std::string counterpartyName;
    std::string counterpartyAccount; ///< IBAN, or a number as given
    std::string remittance;
    std::string originalAmount; ///< amount and currency before the exchange
    std::string returnReason;
    std::string typeCode;
    std::string supplementary;
    bool reversal = false;
    int detail = 0; ///< place in a batch that was split
    int place = 0;  ///< line of the file
    /// The entry that the line is, or is a part of, as a file without details tells it; the lines of an entry
    /// share it. Null when the entry has no details.
    std::shared_ptr<const FileLine> entry;
};

/// One statement of a file.
struct FileStatement {
    std::string account; ///< IBAN or number as given; empty when the file does not name it
    std::optional<Currency> currency;
    std::optional<std::int64_t> opening;
    std::optional<std::int64_t> closing;
    std::string id; ///< reference and number of the statement; empty when the file does not have them
    std::optional<Date> date;
    std::vector<FileLine> lines; ///< booked
    std::size_t pending = 0;     ///< lines that are not booked yet: they do not change the balance
    int place = 1;               ///< line of the file
    /// Sum of the lines that were handed on and are not in `lines` any more. 128 bits: a file may hold
    /// 100,000 amounts at the end of the range.
    __extension__ __int128 handedOn = 0;
};

/// closing − opening − lines; nothing when a balance is not known.
std::optional<std::int64_t> imbalance(const FileStatement& statement);

/// The content of a file.
struct StatementFile {
    std::string format; ///< camt.053, mt940, csv
    std::vector<FileStatement> statements;
    std::vector<std::string> warnings;
};

/// Receives a file while it is read, so that a large one is never in memory as lines: `begin` once, then for
/// each statement in turn `lines`, possibly several times, and `end`.
class StatementSink {
public:
    StatementSink() = default;
    StatementSink(const StatementSink&) = delete;
    StatementSink& operator=(const StatementSink&) = delete;
    virtual ~StatementSink() = default;
    virtual void begin(const std::string& format, const std::vector<std::string>& warnings) = 0;
    /// The next booked lines; account, currency and opening balance of their statement are known by now.
    virtual void lines(const FileStatement& statement, std::vector<FileLine>&& lines) = 0;
    virtual void end(FileStatement&& statement) = 0;
};

/// Large enough that the cost of a call does not matter, small enough that memory does not.
inline constexpr std::size_t LinesAtOnce = 500;

/// Hands on the lines of a statement when there are enough of them and its account is known, or all of them
/// at its end.
void handOn(FileStatement& statement, StatementSink& sink, bool all = false);
/// Ends a statement: hands on its remaining lines and the statement itself.
void handOver(FileStatement&& statement, StatementSink& sink);

/// A file that is refused: of no known format, or invalid at some place.
class FileError : public std::runtime_error {
public:
    enum class Kind { UnknownFormat, Invalid };
    /// `reason` is machine-readable: doctype, depth, size, encoding, truncated, xml, message, empty, amount,
    /// date, currency, balance, account, column, quote, line. `found`: the invalid text, by which the column
    /// is found.
    static FileError invalid(int line, std::string_view reason, const std::string& why,
                             std::string_view found = {}) {
        return {Kind::Invalid, line, 0, reason, why, found};
    }
    static FileError at(int line, int column, std::string_view reason, const std::string& why) {
        return {Kind::Invalid, line, column, reason, why, {}};
    }
    static FileError unknown(const std::string& why) {
        return {Kind::UnknownFormat, 1, 1, "format", why, {}};
    }

    Kind kind() const noexcept { return kind_; }
    int line() const noexcept { return line_; }
    /// 1 where only the line is known.
    int column() const noexcept { return column_ == 0 ? 1 : column_; }
    const std::string& reason() const noexcept { return reason_; }

    /// The same with its column: that of the first occurrence of the invalid text in the line or after it.
    FileError in(std::string_view text) const;

private:
    FileError(Kind kind, int line, int column, std::string_view reason, const std::string& why,
              std::string_view found)
        : std::runtime_error(why), kind_(kind), line_(line), column_(column), reason_(reason), found_(found) {
    }

    Kind kind_;
    int line_;
    int column_; ///< 0: not known yet
    std::string reason_;
    std::string found_;
};

} // namespace svc::bank
