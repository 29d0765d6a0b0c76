#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sale/rules/sale.hpp"

namespace svc::sales {

/// The credited part of one line. Amounts have the sign of the line.
struct LineCredit {
    std::size_t line = 0;
    Decimal quantity; ///< zero when only an amount is credited
    std::int64_t gross = 0;
    std::int64_t net = 0;
    std::int64_t tax = 0;
    std::int64_t netBase = 0;
    std::int64_t taxBase = 0;
};

/// The amounts of a credit note: sums in the currency of the sale and, at its rate, in that of the company.
struct Credit {
    std::vector<LineCredit> lines;
    std::vector<SaleTax> taxes; ///< by category and rate; groups without amount are omitted
    std::int64_t total = 0;
    std::int64_t tax = 0;
    std::int64_t totalBase = 0;
    std::int64_t taxBase = 0;
};

/// A line of the sale, and its credited quantity, which has the sign of the line.
struct LinePick {
    std::size_t line = 0;
    Decimal quantity;
};

/// The amount that can still be credited: total − credited.
std::int64_t creditable(const Sale& sale);

/// The amount of these quantities of the lines. Computed from the running sum of each line, so that rounding
/// differences never add up.
std::int64_t worthOf(const Sale& sale, const std::vector<LinePick>& picks);

// In whatever parts a sale is credited, no tax group is credited more than was charged, and in the end each
// line, group and account is credited exactly. `amount` and worthOf(picks) are at most creditable(sale).

/// Credits these quantities. If earlier credits of an amount have already used up part of such a line, that
/// part is credited on the other lines in proportion.
Credit creditLines(const Sale& sale, const std::vector<LinePick>& picks, Currency base);

/// Credits an amount, allocated to the uncredited parts of the lines in proportion, by largest remainder.
Credit creditAmount(const Sale& sale, std::int64_t amount, Currency base);

/// Credits everything that is left, including quantities.
Credit creditRest(const Sale& sale, Currency base);

/// Ends the claim in the currency of the company with a credit after which nothing is owed in that of the
/// sale. What rounding leaves of the claim is credited on the line with most left to credit. `reopenedBase`:
/// by the money that goes back with the credit.
void endClaim(Credit& credit, const Sale& sale, std::int64_t reopenedBase = 0);

/// Adds the credit to the amounts of the sale and its lines.
void applyCredit(Sale& sale, const Credit& credit);

} // namespace svc::sales
