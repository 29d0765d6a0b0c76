#pragma once

#include <string>
#include <vector>

#include "pdf/canvas.hpp"
#include "pdf/paper.hpp"

namespace svc::documents {

/// Of the rules between rows and above the foot.
inline constexpr const char* LineColour = "#d5dce3";

/// A table with heads: columns as wide as what stands in them wants it, one row after the other.
class Grid {
public:
    static constexpr double Padding = 4;

    /// What it is given must live as long.
    Grid(Canvas& canvas, const std::vector<Column>& columns, const std::string& accent)
        : canvas_(canvas), columns_(columns), accent_(accent) {}

    /// The widths by their shares; a column of numbers is at least as wide as its longest, at the cost of the
    /// widest text.
    void fit(const std::vector<PaperRow>& rows, double width);
    /// The same rows, with those parted that no page holds; empty when none is.
    std::vector<PaperRow> parted(const std::vector<PaperRow>& rows);

    double headHeight() { return height(heads(), true); }
    double rowHeight(const PaperRow& row) { return height(row, false); }

    /// Draws the heads with their upper left corner there, and gives their height.
    double drawHead(double x, double y) { return draw(heads(), x, y, true); }
    /// The same for a row.
    double drawRow(const PaperRow& row, double x, double y) { return draw(row, x, y, false); }

private:
    PaperRow heads() const;
    Style cellStyle(std::size_t column, bool head) const;
    /// Where the first lines of all cells stand, from the top of the row: scripts are of different heights.
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
