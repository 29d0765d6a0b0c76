#pragma once

#include <string>
#include <vector>

#include "pdf/canvas.hpp"
#include "pdf/paper.hpp"

namespace svc::documents {

/// The text in parts of some lines, each of which a page holds; one part when it is short.
std::vector<std::string> partsOf(Canvas& canvas, double width, const std::string& text, const Style& style);

/// The rows of a table with those parted whose label or detail is higher than a page; empty when none is.
std::vector<PaperRow> partedRows(Canvas& canvas, const std::vector<PaperRow>& rows, double width,
                                 const Style& label, const Style& detail);

} // namespace svc::documents
