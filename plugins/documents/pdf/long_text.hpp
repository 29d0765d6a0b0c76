#pragma once

#include <string>
#include <vector>

#include "pdf/canvas.hpp"
#include "pdf/paper.hpp"

namespace svc::documents {

/// Splits the text into parts of some lines, each of which fits on a page; one part when it is short.
std::vector<std::string> partsOf(Canvas& canvas, double width, const std::string& text, const Style& style);

/// The rows of a table, with those split whose label or detail is higher than a page; empty when there are
/// none.
std::vector<PaperRow> partedRows(Canvas& canvas, const std::vector<PaperRow>& rows, double width,
                                 const Style& label, const Style& detail);

} // namespace svc::documents
