#include "rules/csv.hpp"

#include <stdexcept>

namespace svc::ledger {
namespace {

/// Removes one line of fields from the front of the text.
std::vector<std::string> takeFields(std::string_view& text) {
    std::vector<std::string> fields(1);
    bool quoted = false;
    std::size_t at = 0;
    for (; at < text.size(); ++at) {
        const char c = text[at];
        if (quoted) {
            if (c != '"') {
                fields.back() += c;
            } else if (at + 1 < text.size() && text[at + 1] == '"') {
                fields.back() += c;
                ++at;
            } else {
                quoted = false;
            }
        } else if (c == '"' && fields.back().empty()) {
            quoted = true;
        } else if (c == ',') {
            fields.emplace_back();
        } else if (c == '\n') {
            ++at;
            break;
        } else if (c != '\r') {
            fields.back() += c;
        }
    }
    text.remove_prefix(at);
    return fields;
}

bool looksLikeFormula(std::string_view value) {
    return !value.empty() && std::string_view("=+-@\t").find(value.front()) != std::string_view::npos;
}

bool needsQuotes(std::string_view value) {
    for (const char c : value) {
        if (c == ',' || c == '"' || c == '\r' || c == '\n') {
            return true;
        }
    }
    return false;
}

} // namespace

std::vector<CsvRecord> readCsv(std::string_view text) {
    const std::vector<std::string> names = takeFields(text);
    std::vector<CsvRecord> records;
    while (!text.empty()) {
        const std::vector<std::string> fields = takeFields(text);
        if (fields.size() != names.size()) {
            throw std::runtime_error("a record has " + std::to_string(fields.size()) + " fields instead of " +
                                     std::to_string(names.size()) + ": " + fields.front());
        }
        CsvRecord record;
        for (std::size_t i = 0; i < names.size(); ++i) {
            record[names[i]] = fields[i];
        }
        records.push_back(std::move(record));
    }
    return records;
}

void appendCsvField(std::string& out, std::string_view value) {
    if (!needsQuotes(value)) {
        out += value;
        return;
    }
    out += '"';
    for (const char c : value) {
        if (c == '"') {
            out += '"';
        }
        out += c;
    }
    out += '"';
}

void appendCsvText(std::string& out, std::string_view value) {
    if (looksLikeFormula(value)) {
        appendCsvField(out, '\'' + std::string(value));
    } else {
        appendCsvField(out, value);
    }
}

} // namespace svc::ledger
