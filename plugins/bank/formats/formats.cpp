#include "formats/formats.hpp"

#include <iterator>
#include <utility>

#include <svc/text.hpp>

#include "formats/camt.hpp"
#include "formats/mt940.hpp"
#include "rules/text.hpp"

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

/// A web page saved instead of the statement file.
bool looksLikeHtml(std::string_view bytes) {
    const std::string head = lowerAscii(bytes.substr(0, 512));
    return head.find("<html") != std::string::npos || head.find("<!doctype html") != std::string::npos;
}

/// Collects all statements of a file in memory.
class Collector : public StatementSink {
public:
    explicit Collector(StatementFile& file) : file_(file) {}
    void begin(const std::string& format, const std::vector<std::string>& warnings) override {
        file_.format = format;
        file_.warnings = warnings;
    }
    void lines(const FileStatement&, std::vector<FileLine>&& lines) override {
        std::move(lines.begin(), lines.end(), std::back_inserter(lines_));
    }
    void end(FileStatement&& statement) override {
        statement.lines = std::exchange(lines_, {});
        statement.handedOn = 0;
        file_.statements.push_back(std::move(statement));
    }

private:
    StatementFile& file_;
    std::vector<FileLine> lines_;
};

/// Reads the text twice if its columns must be detected: first to detect them, then for the lines.
void readCsvFile(std::string_view text, const FileHints& hints, StatementSink& sink) {
    std::vector<std::string> warnings;
    const CsvMapping mapping =
        hints.csv ? *hints.csv : detectCsv(text, hints.monthFirst, hints.currency, warnings);
    readCsv(text, mapping, hints.currency, warnings, sink);
}

} // namespace

void handOver(StatementFile&& file, StatementSink& sink) {
    sink.begin(file.format, file.warnings);
    for (FileStatement& statement : file.statements) {
        handOver(std::move(statement), sink);
    }
}

void readStatements(std::string_view bytes, const FileHints& hints, StatementSink& sink) {
    if (bytes.find_first_not_of(" \t\r\n") == std::string_view::npos) {
        throw FileError::at(1, 1, "empty", "an empty file");
    }
    const bool automatic = hints.format.empty() || hints.format == "auto";
    const bool xml = looksLikeXml(bytes) && !looksLikeHtml(bytes);
    if (hints.format == "camt.053" || (automatic && xml)) {
        if (!xml) {
            throw FileError::unknown("no XML");
        }
        try {
            readCamt(bytes, sink);
        } catch (const FileError& error) {
            throw error.in(bytes);
        }
        return;
    }
    const auto text = decoded(bytes, hints.csv ? hints.csv->encoding : std::string());
    if (!text) {
        throw FileError::at(1, 1, "encoding", "not of the named encoding");
    }
    try {
        if (hints.format == "mt940" || (automatic && !hints.csv && looksLikeMt940(*text))) {
            readMt940(*text, sink);
        } else {
            readCsvFile(*text, hints, sink);
        }
    } catch (const FileError& error) {
        throw error.in(*text);
    }
}

StatementFile readStatements(std::string_view bytes, const FileHints& hints) {
    StatementFile file;
    Collector collector(file);
    readStatements(bytes, hints, collector);
    return file;
}

} // namespace svc::bank
