#include "formats/formats.hpp"

#include <svc/text.hpp>

#include "domain/text.hpp"
#include "formats/camt.hpp"
#include "formats/mt940.hpp"

namespace svc::bank {

namespace {

bool looksLikeXml(std::string_view bytes) {
    if (bytes.starts_with("\xEF\xBB\xBF")) {
        bytes.remove_prefix(3);
    }
    const std::size_t start = bytes.find_first_not_of(" \t\r\n");
    return (start != std::string_view::npos && bytes[start] == '<') ||
           bytes.starts_with(std::string_view("\xFF\xFE<\0", 4)) ||
           bytes.starts_with(std::string_view("\xFE\xFF\0<", 4));
}

/// A web page saved in the place of a file.
bool looksLikeHtml(std::string_view bytes) {
    const std::string head = lowerAscii(bytes.substr(0, 512));
    return head.find("<html") != std::string::npos || head.find("<!doctype html") != std::string::npos;
}

} // namespace

StatementFile readStatements(std::string_view bytes, const FileHints& hints) {
    if (bytes.find_first_not_of(" \t\r\n") == std::string_view::npos) {
        throw FileError::invalid(1, "an empty file");
    }
    const bool automatic = hints.format.empty() || hints.format == "auto";
    const bool xml = looksLikeXml(bytes) && !looksLikeHtml(bytes);
    if (hints.format == "camt.053" || (automatic && xml)) {
        if (!xml) {
            throw FileError::unknown("no XML");
        }
        return readCamt(bytes);
    }
    const auto text = decoded(bytes, hints.csv ? hints.csv->encoding : std::string());
    if (!text) {
        throw FileError::unknown("not of the named encoding");
    }
    if (hints.format == "mt940" || (automatic && !hints.csv && looksLikeMt940(*text))) {
        return readMt940(*text);
    }
    if (hints.csv) {
        return readCsv(*text, *hints.csv, hints.currency);
    }
    std::vector<std::string> warnings;
    CsvMapping mapping = detectCsv(*text, hints.monthFirst, warnings);
    StatementFile file = readCsv(*text, std::move(mapping), hints.currency);
    file.warnings = std::move(warnings);
    return file;
}

} // namespace svc::bank
