#include "pdf/grid.hpp"

#include <algorithm>

#include "pdf/long_text.hpp"

namespace svc::documents {
namespace {

constexpr const char* HeadGround = "#eef2f6";
const Style Detail{.size = 7.5, .colour = "#5f6b76"};

/// The text column with the most width to give up.
std::size_t widestText(const std::vector<Column>& columns, const std::vector<double>& widths) {
    std::size_t widest = 0;
    for (std::size_t i = 1; i < columns.size(); ++i) {
        if (columns[i].align != Align::End && widths[i] > widths[widest]) {
            widest = i;
        }
    }
    return widest;
}

} // namespace

void Grid::fit(const std::vector<PaperRow>& rows, double width) {
    double shares = 0;
    for (const Column& column : columns_) {
        shares += column.share;
    }
    widths_.clear();
    for (const Column& column : columns_) {
        widths_.push_back(width * column.share / shares);
    }
    double& text = widths_[widestText(columns_, widths_)];
    for (std::size_t i = 0; i < columns_.size(); ++i) {
        if (columns_[i].align != Align::End) {
            continue;
        }
        const std::string* longest = nullptr;
        for (const PaperRow& row : rows) {
            if (i < row.cells.size() && (longest == nullptr || row.cells[i].size() > longest->size())) {
                longest = &row.cells[i];
            }
        }
        const double cells = longest == nullptr ? 0 : canvas_.widthOf(*longest, cellStyle(i, false));
        const double head = canvas_.widthOf(columns_[i].label, cellStyle(i, true));
        const double wanted = std::max(cells, head) + 2 * Padding + 1;
        const double more = std::min(wanted - widths_[i], text - width / 8);
        if (more > 0) {
            widths_[i] += more;
            text -= more;
        }
    }
}

std::vector<PaperRow> Grid::parted(const std::vector<PaperRow>& rows) {
    return widths_.empty() ? std::vector<PaperRow>()
                           : partedRows(canvas_, rows, inner(0), cellStyle(0, false), Detail);
}

PaperRow Grid::heads() const {
    PaperRow row;
    for (const Column& column : columns_) {
        row.cells.push_back(column.label);
    }
    return row;
}

Style Grid::cellStyle(std::size_t column, bool head) const {
    return {.size = head ? 8.0 : 9.0,
            .bold = head,
            .align = columns_[column].align,
            .colour = head ? accent_ : "#1a1a1a"};
}

double Grid::baselineOf(const PaperRow& row, bool head) {
    double base = 0;
    for (std::size_t i = 0; i < row.cells.size() && i < widths_.size(); ++i) {
        base = std::max(base, canvas_.ascentOf(inner(i), row.cells[i], cellStyle(i, head)));
    }
    return base;
}

double Grid::height(const PaperRow& row, bool head) {
    const double base = baselineOf(row, head);
    double height = 0;
    for (std::size_t i = 0; i < row.cells.size() && i < widths_.size(); ++i) {
        const Style style = cellStyle(i, head);
        height = std::max(height, base - canvas_.ascentOf(inner(i), row.cells[i], style) +
                                      canvas_.heightOf(inner(i), row.cells[i], style));
    }
    if (!row.detail.empty()) {
        height += canvas_.heightOf(inner(0), row.detail, Detail);
    }
    return height + (row.goesOn ? 1 : 2) * Padding;
}

double Grid::draw(const PaperRow& row, double x0, double y, bool head) {
    const Canvas::Element line(canvas_, "TR");
    const double tall = height(row, head);
    double total = 0;
    for (const double width : widths_) {
        total += width;
    }
    if (head) {
        canvas_.box(x0, y, total, tall, HeadGround);
    }
    double x = x0 + Padding;
    const double base = baselineOf(row, head);
    // Each row has all cells, for screen readers that go through the table cell by cell.
    for (std::size_t i = 0; i < widths_.size(); ++i) {
        const Canvas::Element cell(canvas_, head ? "TH" : "TD");
        const std::string text = i < row.cells.size() ? row.cells[i] : "";
        const Style style = cellStyle(i, head);
        const double lower = text.empty() ? 0 : base - canvas_.ascentOf(inner(i), text, style);
        const double drawn = canvas_.text(x, y + Padding + lower, inner(i), text, style);
        if (i == 0 && !row.detail.empty()) {
            canvas_.text(x, y + Padding + lower + drawn, inner(0), row.detail, Detail);
        }
        x += widths_[i];
    }
    if (!row.goesOn) {
        canvas_.rule(x0, y + tall - 0.4, total, 0.4, LineColour);
    }
    return tall;
}

} // namespace svc::documents
