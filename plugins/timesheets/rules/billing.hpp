#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <svc/currency.hpp>

#include "rules/entry.hpp"

namespace svc::timesheets {

using GroupBy = api::TimeBillGroupBy;

/// One line of the sale: time at one rate.
struct BillLine {
    std::string label;
    Decimal quantity;      ///< at most 6 decimals
    std::string_view unit; ///< UN/ECE Recommendation 20: HUR, or MIN when no hours give the exact amount
    Decimal unitPrice;     ///< major units
};

/// The lines for these entries, oldest first; time at different rates never shares a line. Lines without a
/// name of their own get a label in `language`.
std::vector<BillLine> billLines(std::vector<Entry> entries, GroupBy groupBy, Currency currency,
                                std::string_view language);

} // namespace svc::timesheets
