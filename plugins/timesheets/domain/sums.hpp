#pragma once

#include <optional>
#include <vector>

#include <svc/date.hpp>

namespace svc::timesheets {

/// Sums of one grain that follow each other. Hours are summed up by years (`y`), quarters (`q`), months
/// (`m`), tens of days (`t`: from the 1st, the 11th and the 21st of a month on), fives of days (`f`) and days
/// (`d`); the last ten and the last five go up to the end of their month. Each has a row for every customer:
/// that is why there are more grains than those of svc/tally.hpp.
struct Sums {
    char grain = 'd';
    Date first; ///< the first day of the first one
    Date end;   ///< the day behind the last one
};

/// A period in as few sums as there can be: whole years, and at its ends quarters, months, tens, fives and
/// days. Both days are included; none: no end.
std::vector<Sums> sumsOf(std::optional<Date> from, std::optional<Date> to);

} // namespace svc::timesheets
