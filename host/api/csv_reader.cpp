#include "host/api/csv_reader.hpp"

#include <algorithm>
#include <array>

namespace svc::host::api {
namespace {

constexpr std::string_view ByteOrderMark = "\xEF\xBB\xBF";

/// The delimiter that is most frequent outside quotation marks in the first line; a comma when there is none.
char delimiterOf(std::string_view text) {
    constexpr std::string_view Candidates = ",;\t";
    std::array<std::size_t, Candidates.size()> counts{};
    bool quoted = false;
    for (const char c : text) {
        if (c == '"') {
            quoted = !quoted;
        } else if (!quoted && (c == '\n' || c == '\r')) {
            break;
        } else if (const std::size_t found = Candidates.find(c); !quoted && found != std::string_view::npos) {
            ++counts[found];
        }
    }
    return Candidates[static_cast<std::size_t>(std::max_element(counts.begin(), counts.end()) -
                                               counts.begin())];
}

} // namespace

CsvReader::CsvReader(std::string_view text) : text_(text) {
    if (text_.substr(0, ByteOrderMark.size()) == ByteOrderMark) {
        at_ = ByteOrderMark.size();
    }
    delimiter_ = delimiterOf(text_.substr(at_));
}

bool CsvReader::atEndOfLine() const noexcept {
    return at_ == text_.size() || text_[at_] == '\n' || text_[at_] == '\r';
}

void CsvReader::skipEndOfLine() noexcept {
    if (at_ < text_.size()) {
        at_ += text_.substr(at_, 2) == "\r\n" ? 2U : 1U;
        ++line_;
    }
}

bool CsvReader::next(CsvRecord& record) {
    while (at_ < text_.size() && atEndOfLine()) {
        skipEndOfLine();
    }
    if (at_ == text_.size()) {
        return false;
    }
    record.line = line_;
    record.fields.clear();
    record.broken = false;
    while (readField(record)) {
    }
    return true;
}

// True when another field of the record follows.
bool CsvReader::readField(CsvRecord& record) {
    std::string& field = record.fields.emplace_back();
    if (at_ < text_.size() && text_[at_] == '"') {
        readQuoted(record, field);
    }
    const std::size_t start = at_;
    while (!atEndOfLine() && text_[at_] != delimiter_) {
        // A mark in the middle of a field, or something after the closing one.
        record.broken = record.broken || text_[at_] == '"' || !field.empty();
        ++at_;
    }
    field += text_.substr(start, at_ - start);
    if (at_ < text_.size() && text_[at_] == delimiter_) {
        ++at_;
        return true;
    }
    skipEndOfLine();
    return false;
}

void CsvReader::readQuoted(CsvRecord& record, std::string& field) {
    for (++at_; at_ < text_.size(); ++at_) {
        if (text_[at_] == '"') {
            if (at_ + 1 == text_.size() || text_[at_ + 1] != '"') {
                ++at_;
                return;
            }
            ++at_;
        } else if (text_[at_] == '\n' || (text_[at_] == '\r' && text_.substr(at_ + 1, 1) != "\n")) {
            ++line_;
        }
        field += text_[at_];
    }
    record.broken = true;
}

} // namespace svc::host::api
