#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "domain/entry.hpp"

namespace svc::timesheets {

/// One line of the sale: hours at one rate.
struct BillLine {
    std::string label;
    Decimal hours; ///< at most 6 decimals
    Decimal hourlyRate;
};

/// The lines for these entries, oldest first. `groupBy`: entry, day, project or none; hours at different
/// rates never share a line. `language` gives the words of lines that have no name of their own.
std::vector<BillLine> billLines(std::vector<Entry> entries, std::string_view groupBy,
                                std::string_view language);

} // namespace svc::timesheets
