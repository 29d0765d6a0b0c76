#include "formats/mt940.hpp"

#include <algorithm>
#include <array>

#include <svc/text.hpp>

#include "rules/text.hpp"

namespace svc::bank {

namespace {

constexpr std::string_view Tags[] = {"20",  "21", "25", "25P", "28", "28C", "60F", "60M", "61", "86", "62F",
                                     "62M", "64", "65", "34F", "13", "13D", "90D", "90C", "NS", "940"};

/// The tag at the start of a line, or nothing: details hold lines such as `:15:22`.
std::string_view tagOf(std::string_view line) {
    if (!line.starts_with(':')) {
        return {};
    }
    const std::size_t end = line.find(':', 1);
    const std::string_view tag = end == std::string_view::npos ? std::string_view{} : line.substr(1, end - 1);
    return std::find(std::begin(Tags), std::end(Tags), tag) == std::end(Tags) ? std::string_view{} : tag;
}

bool allDigits(std::string_view text) {
    return !text.empty() &&
           std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

int number(std::string_view digits) {
    int value = 0;
    for (const char c : digits) {
        value = value * 10 + (c - '0');
    }
    return value;
}

/// A day of a month; banks that count 30 days a month write 30 February, which is its last.
std::optional<Date> dayOf(int year, int month, int day) {
    if (month < 1 || month > 12 || day < 1 || day > 31) {
        return std::nullopt;
    }
    const auto text = [](int value) { return (value < 10 ? "0" : "") + std::to_string(value); };
    for (int tried = day; tried > 27; --tried) {
        if (auto date = Date::parse(std::to_string(year) + '-' + text(month) + '-' + text(tried))) {
            return date;
        }
    }
    return Date::parse(std::to_string(year) + '-' + text(month) + '-' + text(day));
}

Date shortDate(std::string_view digits, int line) {
    const int year = number(digits.substr(0, 2));
    const auto date = dayOf(year < 80 ? 2000 + year : 1900 + year, number(digits.substr(2, 2)),
                            number(digits.substr(4, 2)));
    if (!date) {
        throw FileError::invalid(line, "date", "not a date", digits);
    }
    return *date;
}

/// The booking date of which only month and day are given: the one closest to the value date.
Date bookingDate(std::string_view digits, Date value, int line) {
    std::optional<Date> best;
    for (const int year : {value.year() - 1, value.year(), value.year() + 1}) {
        const auto date = dayOf(year, number(digits.substr(0, 2)), number(digits.substr(2, 2)));
        const auto distance = [&](Date one) { return std::abs(one.days() - value.days()); };
        if (date && (!best || distance(*date) < distance(*best))) {
            best = date;
        }
    }
    if (!best) {
        throw FileError::invalid(line, "date", "not a date", digits);
    }
    return *best;
}

struct Balance {
    std::int64_t amount = 0;
    Currency currency;
    Date date;
};

/// `1!a6!n3!a15d`
Balance balanceOf(std::string_view text, int line) {
    text = trim(text);
    if (text.size() < 11 || (text[0] != 'C' && text[0] != 'D') || !allDigits(text.substr(1, 6)) ||
        text.find(',') == std::string_view::npos) {
        throw FileError::invalid(line, "balance", "not a balance", text);
    }
    const auto currency = Currency::parse(text.substr(7, 3));
    if (!currency) {
        throw FileError::invalid(line, "currency", "not a currency", text.substr(7));
    }
    const auto amount = minorOf(trim(text.substr(10)), ',', *currency);
    if (!amount || *amount < 0) {
        throw FileError::invalid(line, "amount", "not an amount of the currency", text.substr(10));
    }
    return {text[0] == 'D' ? -*amount : *amount, *currency, shortDate(text.substr(1, 6), line)};
}

bool isLetter(char c) {
    return c >= 'A' && c <= 'Z';
}

/// `6!n[4!n]2a[1!a]15d1!a3!c16x[//16x]`
FileLine lineOf61(std::string_view text, Currency currency, int place) {
    const auto wrong = [&](const char* reason, const char* why, std::size_t from = 0) {
        return FileError::invalid(place, reason, why, text.substr(from));
    };
    FileLine line;
    line.place = place;
    if (text.size() < 6 || !allDigits(text.substr(0, 6))) {
        throw wrong("date", "a line without date");
    }
    line.valueDate = shortDate(text.substr(0, 6), place);
    line.bookingDate = line.valueDate;
    std::size_t at = 6;
    if (text.size() >= 10 && allDigits(text.substr(6, 4))) {
        line.bookingDate = bookingDate(text.substr(6, 4), *line.valueDate, place);
        at = 10;
    }
    line.reversal = at < text.size() && text[at] == 'R';
    at += line.reversal ? 1U : 0U;
    if (at >= text.size() || (text[at] != 'C' && text[at] != 'D')) {
        throw wrong("amount", "neither debit nor credit", std::min(at, text.size()));
    }
    // A reversed credit takes money out.
    const bool out = (text[at] == 'D') != line.reversal;
    ++at;
    at += at < text.size() && isLetter(text[at]) ? 1U : 0U;
    const std::size_t start = at;
    while (at < text.size() && ((text[at] >= '0' && text[at] <= '9') || text[at] == ',')) {
        ++at;
    }
    const std::string_view digits = text.substr(start, at - start);
    const auto amount = digits.empty() || digits[0] == ',' || digits.find(',') == std::string_view::npos
                            ? std::nullopt
                            : minorOf(digits, ',', currency);
    if (!amount) {
        throw wrong("amount", "not an amount of the currency", start);
    }
    line.amount = out ? -*amount : *amount;
    while (at < text.size() && text[at] == ' ') {
        ++at;
    }
    if (at + 4 > text.size() || (text[at] != 'N' && text[at] != 'F' && text[at] != 'S')) {
        throw wrong("line", "a line without type", std::min(at, text.size()));
    }
    line.typeCode = trim(text.substr(at, 4));
    const std::string_view rest = text.substr(at + 4);
    const std::size_t slashes = rest.find("//");
    line.reference = trim(rest.substr(0, slashes));
    if (slashes != std::string_view::npos) {
        line.bankReference = trim(rest.substr(slashes + 2));
    }
    const std::string key = upperAscii(line.reference);
    if (key == "NONREF" || key == "EREF" || key == "PREF" || key == "MARF" || key == "KREF" ||
        key == "KREF+" || key == "NOTPROVIDED") {
        line.reference.clear();
    }
    return line;
}

/// Reads a file line by line.
class Reader {
public:
    Reader(std::string_view text, StatementSink& sink) : rest_(text), sink_(sink) {}

    void read() {
        sink_.begin("mt940", {});
        while (!rest_.empty()) {
            const std::size_t end = rest_.find('\n');
            std::string_view line = rest_.substr(0, end);
            rest_ = end == std::string_view::npos ? std::string_view{} : rest_.substr(end + 1);
            ++number_;
            while (line.ends_with('\r')) {
                line.remove_suffix(1);
            }
            take(line);
        }
        finish();
        if (!any_) {
            throw FileError::unknown("no statement in it");
        }
    }

private:
    void take(std::string_view line) {
        if (line.starts_with('{')) {
            envelope(line);
            return;
        }
        if (line == "-" || line.starts_with("-}")) {
            finish();
            return;
        }
        const std::string_view tag = tagOf(line);
        if (tag.empty()) {
            more(line);
            return;
        }
        begin(tag, line.substr(tag.size() + 2));
    }

    void envelope(std::string_view line) {
        const std::size_t at = line.find("{2:");
        if (at != std::string_view::npos && at + 7 <= line.size() && line.substr(at + 4, 3) != "940") {
            throw FileError::invalid(number_, "message", "another message than MT940", line.substr(at));
        }
        finish();
        const std::size_t body = line.find("{4:");
        if (body != std::string_view::npos && body + 3 < line.size()) {
            take(line.substr(body + 3));
        }
    }

    void begin(std::string_view tag, std::string_view text) {
        if (tag == "20") {
            finish();
        }
        if (tag == "940" || tag == "NS") {
            last_ = tag;
            return;
        }
        if (!statement_) {
            statement_.emplace();
            statement_->place = number_;
        }
        last_ = tag;
        if (tag == "20") {
            statement_->id = trim(text);
        } else if (tag == "28" || tag == "28C") {
            // Some banks write the same reference on every statement.
            statement_->id += ' ' + std::string(trim(text));
        } else if (tag == "25" || tag == "25P") {
            statement_->account = trim(text);
        } else if (tag == "60F" || tag == "60M") {
            settle();
            const Balance balance = balanceOf(text, number_);
            statement_->currency = balance.currency;
            statement_->opening = balance.amount;
            statement_->date = balance.date;
        } else if (tag == "62F" || tag == "62M") {
            settle();
            const Balance balance = balanceOf(text, number_);
            if (statement_->currency && *statement_->currency != balance.currency) {
                throw FileError::invalid(number_, "currency", "balances in two currencies",
                                         balance.currency.code());
            }
            statement_->closing = balance.amount;
            statement_->date = balance.date;
        } else if (tag == "61") {
            settle();
            if (!statement_->currency) {
                throw FileError::invalid(number_, "balance", "a line before the opening balance");
            }
            line_ = lineOf61(text, *statement_->currency, number_);
        } else if (tag == "86" && line_) {
            details_.emplace_back(text);
        }
    }

    /// A line without tag continues the previous one.
    void more(std::string_view text) {
        if (last_ == "61" && line_) {
            line_->supplementary += (line_->supplementary.empty() ? "" : " ") + std::string(trim(text));
        } else if (last_ == "86" && line_ && !trim(text).empty()) {
            details_.emplace_back(text);
        }
    }

    void settle() {
        if (line_) {
            readDetails(details_, *line_);
            statement_->lines.push_back(*std::move(line_));
            handOn(*statement_, sink_);
        }
        line_.reset();
        details_.clear();
    }

    void finish() {
        if (!statement_) {
            return;
        }
        settle();
        if (statement_->account.empty()) {
            throw FileError::invalid(statement_->place, "account", "a statement without account");
        }
        if (!statement_->opening) {
            throw FileError::invalid(statement_->place, "balance", "a statement without opening balance");
        }
        handOver(*std::move(statement_), sink_);
        any_ = true;
        statement_.reset();
        last_.clear();
    }

    std::string_view rest_;
    int number_ = 0;
    StatementSink& sink_;
    bool any_ = false;
    std::optional<FileStatement> statement_;
    std::optional<FileLine> line_;
    std::vector<std::string> details_;
    std::string last_;
};

} // namespace

bool looksLikeMt940(std::string_view text) {
    for (const std::string_view tag : {":20:", ":25:", ":60F:", ":60M:", ":61:"}) {
        if (text.starts_with(tag) || text.find("\n" + std::string(tag)) != std::string_view::npos) {
            return true;
        }
    }
    return text.starts_with("{1:") && text.find("{2:") != std::string_view::npos;
}

void readMt940(std::string_view text, StatementSink& sink) {
    if (text.find('\0') != std::string_view::npos || !looksLikeMt940(text)) {
        throw FileError::unknown("no MT940");
    }
    Reader(text, sink).read();
}

} // namespace svc::bank
