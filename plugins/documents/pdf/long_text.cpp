#include "pdf/long_text.hpp"

#include <algorithm>

namespace svc::documents {
namespace {

constexpr std::size_t LinesOfAPart = 6; // few, so that pages are filled
constexpr std::size_t ManyLines = 24;
constexpr std::size_t LongText = 600; // bytes; a shorter text with few lines is never split

bool mayBeLong(const std::string& text) {
    return text.size() > LongText ||
           static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')) >= ManyLines;
}

bool isLong(const PaperRow& row) {
    return mayBeLong(row.detail) || (!row.cells.empty() && mayBeLong(row.cells.front()));
}

} // namespace

std::vector<std::string> partsOf(Canvas& canvas, double width, const std::string& text, const Style& style) {
    if (!mayBeLong(text)) {
        return {text};
    }
    std::vector<std::string> parts;
    std::size_t count = 0;
    for (const std::string& line : canvas.linesOf(width, text, style)) {
        if (count++ % LinesOfAPart == 0) {
            parts.push_back(line);
        } else {
            parts.back() += '\n' + line;
        }
    }
    return parts;
}

std::vector<PaperRow> partedRows(Canvas& canvas, const std::vector<PaperRow>& rows, double width,
                                 const Style& label, const Style& detail) {
    std::vector<PaperRow> parted;
    if (std::none_of(rows.begin(), rows.end(), isLong)) {
        return parted;
    }
    for (const PaperRow& row : rows) {
        if (!isLong(row) || row.cells.empty()) {
            parted.push_back(row);
            continue;
        }
        const std::size_t first = parted.size();
        // The figures are printed beside the first part of the label; the carried total counts from there on.
        const std::vector<std::string> labels = partsOf(canvas, width, row.cells.front(), label);
        for (const std::string& part : labels) {
            parted.push_back({{part}, "", row.running});
            if (&part == &labels.front()) {
                parted.back().cells.insert(parted.back().cells.end(), row.cells.begin() + 1, row.cells.end());
            }
        }
        const bool together = labels.size() == 1 && !mayBeLong(labels.front());
        for (const std::string& part : partsOf(canvas, width, row.detail, detail)) {
            if (together && parted.back().detail.empty() && !parted.back().cells.empty()) {
                parted.back().detail = part;
            } else if (!part.empty()) {
                parted.push_back({{}, part, row.running});
            }
        }
        for (std::size_t i = first; i + 1 < parted.size(); ++i) {
            parted[i].goesOn = true;
        }
    }
    return parted;
}

} // namespace svc::documents
