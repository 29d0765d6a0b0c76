#include "formats/csv.hpp"

#include <algorithm>
#include <deque>
#include <iterator>

#include <svc/text.hpp>

#include "formats/csv_balances.hpp"
#include "rules/text.hpp"

namespace svc::bank {

void eachCsvRow(std::string_view text, char delimiter, const std::function<void(CsvRow&&)>& use) {
    CsvRow row;
    std::string cell;
    int line = 1;
    row.line = 1;
    bool quoted = false;
    bool any = false;
    int quoteLine = 1;
    const auto endRow = [&] {
        if (any || !cell.empty() || !row.cells.empty()) {
            row.cells.push_back(std::move(cell));
            use(std::move(row));
        }
        cell.clear();
        row = CsvRow{};
        any = false;
    };
    for (std::size_t at = 0; at < text.size(); ++at) {
        const char c = text[at];
        if (quoted) {
            if (c == '"' && at + 1 < text.size() && text[at + 1] == '"') {
                cell += '"';
                ++at;
            } else if (c == '"') {
                quoted = false;
            } else {
                cell += c == '\r' ? ' ' : c;
                line += c == '\n' ? 1 : 0;
            }
            continue;
        }
        if (c == '"' && (trim(cell).empty() || cell == "=")) {
            // A spreadsheet's ="01.12.2024" is the text in quotes.
            cell.clear();
            quoted = true;
            any = true;
            quoteLine = line;
        } else if (c == delimiter) {
            row.cells.push_back(std::move(cell));
            cell.clear();
            any = true;
        } else if (c == '\n' || (c == '\r' && (at + 1 == text.size() || text[at + 1] != '\n'))) {
            endRow();
            ++line;
            row.line = line;
        } else if (c != '\r') {
            cell += c;
        }
    }
    if (quoted) {
        throw FileError::at(quoteLine, 1, "quote", "a quote that is not closed");
    }
    endRow();
}

std::optional<Date> csvDate(std::string_view text, std::string_view format) {
    text = trim(text);
    int parts[3] = {-1, -1, -1};
    std::size_t at = 0;
    const auto take = [&](std::size_t most, int& part) {
        int value = 0;
        std::size_t digits = 0;
        for (; digits < most && at < text.size() && text[at] >= '0' && text[at] <= '9'; ++digits, ++at) {
            value = value * 10 + (text[at] - '0');
        }
        part = value;
        return digits > 0;
    };
    for (std::size_t i = 0; i < format.size();) {
        const std::string_view rest = format.substr(i);
        bool good = true;
        if (rest.starts_with("YYYY")) {
            const std::size_t before = at;
            good = take(4, parts[0]) && at == before + 4;
            i += 4;
        } else if (rest.starts_with("YY")) {
            good = take(2, parts[0]);
            // Refuse a year of four digits where the format has two.
            good = good && (at >= text.size() || text[at] < '0' || text[at] > '9');
            parts[0] += parts[0] < 80 ? 2000 : 1900;
            i += 2;
        } else if (rest.starts_with("MM")) {
            good = take(2, parts[1]);
            i += 2;
        } else if (rest.starts_with("DD")) {
            good = take(2, parts[2]);
            i += 2;
        } else {
            good = at < text.size() && text[at] == format[i];
            ++at;
            ++i;
        }
        if (!good) {
            return std::nullopt;
        }
    }
    if (at < text.size() && text[at] != ' ' && text[at] != 'T') {
        return std::nullopt;
    }
    const auto two = [](int value) { return (value < 10 ? "0" : "") + std::to_string(value); };
    return Date::parse(std::to_string(parts[0]) + '-' + two(parts[1]) + '-' + two(parts[2]));
}

namespace {

std::string foldedLine(std::string_view text) {
    return folded(oneLine(text));
}

bool oneOf(const std::vector<std::string>& values, std::string_view text) {
    return std::any_of(values.begin(), values.end(),
                       [&](const std::string& value) { return foldedLine(value) == foldedLine(text); });
}

class CsvRows {
public:
    CsvRows(CsvMapping mapping, Currency fallback, StatementSink& sink)
        : mapping_(std::move(mapping)), fallback_(fallback), sink_(sink),
          headerRows_(std::max(mapping_.headerRows, 0)) {}

    void read(std::string_view text) {
        eachCsvRow(text, mapping_.delimiter, [this](CsvRow&& row) {
            if (row.line > mapping_.skipLines) {
                next(std::move(row));
            } else {
                noteHead(row);
            }
        });
        if (!named_) {
            nameColumns(CsvRow());
        }
        if (statements_.empty()) {
            FileStatement& empty = statements_.emplace_back();
            empty.account = mapping_.account;
            empty.currency = currencyOf(mapping_.currency, 1);
        }
        for (std::size_t i = 0; i < statements_.size(); ++i) {
            setBalances(statements_[i], i);
            handOver(std::move(statements_[i]), sink_);
        }
    }

private:
    /// `Solde au 04/02/2025 3 215,40 €` above the rows is the closing balance.
    void noteHead(const CsvRow& row) {
        constexpr std::string_view Heads[] = {"solde au", "solde final",     "nouveau solde", "kontostand",
                                              "endsaldo", "closing balance", "ending balance"};
        std::string text;
        for (const std::string& one : row.cells) {
            text += one + ' ';
        }
        const std::string head = folded(text);
        if (std::none_of(std::begin(Heads), std::end(Heads),
                         [&](std::string_view word) { return head.starts_with(word); })) {
            return;
        }
        const std::string plain = oneLine(text);
        for (std::size_t at = 0; at != std::string::npos && at < plain.size();) {
            const std::size_t blank = std::min(plain.find(' ', at), plain.size());
            std::string_view word = std::string_view(plain).substr(at, blank - at);
            word = word.ends_with(':') ? word.substr(0, word.size() - 1) : word;
            if (csvDate(word, mapping_.dateFormat)) {
                const Currency currency = currencyOf(mapping_.currency, row.line);
                headBalance_ = csvAmount(std::string_view(plain).substr(blank), mapping_.decimal, currency);
                return;
            }
            at = blank + 1;
        }
    }

    void setBalances(FileStatement& statement, std::size_t place) {
        const CsvBalances balances = place < balances_.size() ? balances_[place] : CsvBalances();
        if (balances.complete() || !mapping_.balancesAreGuessed) {
            statement.opening = balances.opening();
            statement.closing = balances.closing();
        }
        if (!statement.closing && headBalance_ && statements_.size() == 1) {
            __extension__ __int128 opening = -statement.handedOn + *headBalance_;
            for (const FileLine& line : statement.lines) {
                opening -= line.amount;
            }
            if (opening == static_cast<std::int64_t>(opening)) {
                statement.opening = static_cast<std::int64_t>(opening);
                statement.closing = headBalance_;
            }
        }
    }

    void noteBalance(const CsvRow& row, const FileLine& line, Currency currency, std::size_t place) {
        const auto balance = csvAmount(cell(row, "balance"), mapping_.decimal, currency);
        if (!balance || mapping_.invertSign) {
            balances_[place].lose();
        } else {
            balances_[place].add(line.amount, *balance);
        }
    }

    void next(CsvRow&& row) {
        if (!named_) {
            nameColumns(row);
        }
        if (headerRows_ > 0) {
            --headerRows_;
            return;
        }
        // The last `footerRows` rows are not lines: as many rows are held back until more rows follow.
        waiting_.push_back(std::move(row));
        while (waiting_.size() > static_cast<std::size_t>(std::max(mapping_.footerRows, 0))) {
            release(std::move(waiting_.front()));
            waiting_.pop_front();
        }
    }

    void release(CsvRow&& row) {
        if (mapping_.footerIsJunk && isJunk(row)) {
            junk_.push_back(std::move(row));
            return;
        }
        // More rows follow, so the rows taken for junk were not the end of the file.
        for (const CsvRow& one : junk_) {
            takeUnlessBlank(one);
        }
        junk_.clear();
        takeUnlessBlank(row);
    }

    void takeUnlessBlank(const CsvRow& row) {
        if (!isBlank(row)) {
            take(row);
        }
    }

    void nameColumns(const CsvRow& first) {
        named_ = true;
        for (const auto& [field, name] : mapping_.namedColumns) {
            const auto& cells = first.cells;
            const auto found = std::find_if(cells.begin(), cells.end(), [&](const std::string& cell) {
                return foldedLine(cell) == foldedLine(name);
            });
            if (found == cells.end()) {
                throw FileError::invalid(first.line, "column", "no column " + name);
            }
            mapping_.columns[field] = static_cast<int>(found - cells.begin());
        }
        requireColumns();
    }

    void requireColumns() const {
        const bool amount = has("amount") || has("debit") || has("credit");
        if (!has("bookingDate") || !amount) {
            throw FileError::invalid(mapping_.skipLines + 1, "column", "no column of dates or amounts");
        }
    }

    bool has(const std::string& column) const { return mapping_.columns.count(column) != 0; }

    std::string_view cell(const CsvRow& row, const std::string& column) const {
        const auto found = mapping_.columns.find(column);
        if (found == mapping_.columns.end() || found->second < 0 ||
            static_cast<std::size_t>(found->second) >= row.cells.size()) {
            return {};
        }
        return trim(row.cells[static_cast<std::size_t>(found->second)]);
    }

    static bool isBlank(const CsvRow& row) {
        return std::all_of(row.cells.begin(), row.cells.end(),
                           [](const std::string& one) { return trim(one).empty(); });
    }

    /// A disclaimer or a balance after the last row: neither date nor amount.
    bool isJunk(const CsvRow& row) const {
        return !csvDate(cell(row, "bookingDate"), mapping_.dateFormat) && cell(row, "amount").empty() &&
               cell(row, "debit").empty() && cell(row, "credit").empty();
    }

    Currency currencyOf(std::string_view code, int line) const {
        if (code.empty()) {
            return fallback_;
        }
        const auto currency = Currency::parse(code);
        if (!currency) {
            throw FileError::invalid(line, "currency", "not a currency", code);
        }
        return *currency;
    }

    /// Returns nothing for an empty cell.
    std::optional<std::int64_t> amountAt(const CsvRow& row, const std::string& column,
                                         Currency currency) const {
        const std::string_view text = cell(row, column);
        if (text.empty()) {
            return std::nullopt;
        }
        const auto amount = csvAmount(text, mapping_.decimal, currency);
        if (!amount) {
            throw FileError::invalid(row.line, "amount", "not an amount of the currency", text);
        }
        return amount;
    }

    std::int64_t amountOf(const CsvRow& row, Currency currency) const {
        std::int64_t amount = 0;
        if (has("amount")) {
            const auto found = amountAt(row, "amount", currency);
            if (!found) {
                throw FileError::invalid(row.line, "amount", "a row without amount");
            }
            amount = *found;
            if (has("direction")) {
                amount = amount < 0 ? -amount : amount;
                amount = oneOf(mapping_.debitValues, cell(row, "direction")) ? -amount : amount;
            }
        } else {
            const auto debit = amountAt(row, "debit", currency);
            const auto credit = amountAt(row, "credit", currency);
            if (!debit && !credit) {
                throw FileError::invalid(row.line, "amount", "a row without amount");
            }
            const std::int64_t out = debit.value_or(0);
            amount = credit.value_or(0) - (out < 0 ? -out : out);
        }
        if (const auto fee = amountAt(row, "fee", currency)) {
            amount -= *fee < 0 ? -*fee : *fee;
        }
        return mapping_.invertSign ? -amount : amount;
    }

    void take(const CsvRow& row) {
        std::string code(cell(row, "currency"));
        const Currency currency = currencyOf(code.empty() ? mapping_.currency : code, row.line);
        FileLine line;
        line.place = row.line;
        line.amount = amountOf(row, currency);
        const bool pending = oneOf(mapping_.pendingValues, cell(row, "status"));
        line.bookingDate = csvDate(cell(row, "bookingDate"), mapping_.dateFormat);
        if (!line.bookingDate && !(pending && cell(row, "bookingDate").empty())) {
            throw FileError::invalid(row.line, "date", "not a date", cell(row, "bookingDate"));
        }
        if (const std::string_view value = cell(row, "valueDate"); !value.empty()) {
            line.valueDate = csvDate(value, mapping_.dateFormat);
            if (!line.valueDate) {
                throw FileError::invalid(row.line, "date", "not a date", value);
            }
        }
        line.remittance = cell(row, "remittance");
        line.counterpartyName = cell(row, "counterpartyName");
        line.bankReference = cell(row, "bankReference");
        line.endToEndId = cell(row, "endToEndId");
        line.mandateId = cell(row, "mandateId");
        const std::string_view other = cell(row, "counterpartyIban");
        const std::string account = squashed(other);
        line.counterpartyAccount = isIban(account) ? account : std::string(other);

        std::string own(cell(row, "account"));
        own = own.empty() ? mapping_.account : own;
        auto statement = std::find_if(statements_.begin(), statements_.end(), [&](const FileStatement& one) {
            return one.account == own && one.currency == currency;
        });
        if (statement == statements_.end()) {
            FileStatement& fresh = statements_.emplace_back();
            fresh.account = own;
            fresh.currency = currency;
            fresh.place = row.line;
            statement = statements_.end() - 1;
            balances_.emplace_back();
        }
        if (pending) {
            ++statement->pending;
            return;
        }
        noteBalance(row, line, currency, static_cast<std::size_t>(statement - statements_.begin()));
        statement->lines.push_back(std::move(line));
        // Rows of several accounts may be mixed: only a file with a single statement is handed on in pieces.
        if (statements_.size() == 1) {
            handOn(*statement, sink_, statement->lines.size() >= LinesAtOnce);
        }
    }

    CsvMapping mapping_;
    Currency fallback_;
    StatementSink& sink_;
    int headerRows_;
    bool named_ = false; ///< the first row has been seen
    std::deque<CsvRow> waiting_;
    std::vector<CsvRow> junk_;
    std::vector<FileStatement> statements_;
    std::vector<CsvBalances> balances_; ///< of each statement
    std::optional<std::int64_t> headBalance_;
};

} // namespace

void readCsv(std::string_view text, CsvMapping mapping, Currency fallback,
             const std::vector<std::string>& warnings, StatementSink& sink) {
    if (text.find('\0') != std::string_view::npos || trim(text).starts_with('<')) {
        throw FileError::unknown("no CSV");
    }
    sink.begin("csv", warnings);
    CsvRows(std::move(mapping), fallback, sink).read(text);
}

} // namespace svc::bank
