#pragma once

#include <string>
#include <vector>

#include "pdf/canvas.hpp"
#include "pdf/paper.hpp"

namespace svc::documents {

/// The colour of the rules between rows and above the foot.
inline constexpr const char* LineColour = "#d5dce3";

/// A table with header cells: column widths follow the content, rows are drawn one after the other.
class Grid {
public:
    static constexpr double Padding = 4;

    /// The arguments must outlive the grid.
    Grid(Canvas& canvas, const std::vector<Column>& columns, const std::string& accent)
        : canvas_(canvas), columns_(columns), accent_(accent) {}

    /// Sets the widths by the shares of the columns. A column of numbers is at least as wide as its longest
    /// number, at the expense of the widest text column.
    void fit(const std::vector<PaperRow>& rows, double width);
    /// The same rows, with those higher than a page split; empty when there are none.
    std::vector<PaperRow> parted(const std::vector<PaperRow>& rows);

    double headHeight() { return height(heads(), true); }
    double rowHeight(const PaperRow& row) { return height(row, false); }

    /// Draws the header with its upper left corner there, and returns its height.
    double drawHead(double x, double y) { return draw(heads(), x, y, true); }
    /// Draws a row in the same way.
    double drawRow(const PaperRow& row, double x, double y) { return draw(row, x, y, false); }

private:
    PaperRow heads() const;
    Style cellStyle(std::size_t column, bool head) const;
    /// The common baseline of the first lines of all cells, from the top of the row: scripts differ in
    /// height.
    double baselineOf(const PaperRow& row, bool head);
    double height(const PaperRow& row, bool head);
    double draw(const PaperRow& row, double x, double y, bool head);
    double inner(std::size_t column) const { return widths_[column] - 2 * Padding; }

    Canvas& canvas_;
    const std::vector<Column>& columns_;
    const std::string& accent_;
    std::vector<double> widths_;
};

} // namespace svc::documents
