#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "rules/entry.hpp"

namespace svc::timesheets {

using GroupBy = api::TimeBillGroupBy;

/// One line of the sale: hours at one rate.
struct BillLine {
    std::string label;
    Decimal hours; ///< at most 6 decimals
    MinorPrice hourlyRate;
};

/// The lines for these entries, oldest first; hours at different rates never share a line. `language` gives
/// the words of lines that have no name of their own.
std::vector<BillLine> billLines(std::vector<Entry> entries, GroupBy groupBy, std::string_view language);

} // namespace svc::timesheets
