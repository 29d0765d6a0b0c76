#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sale/rules/sale.hpp"

namespace svc::sales {

/// What a credit note takes back of one line. Amounts have the sign of the line.
struct LineCredit {
    std::size_t line = 0;
    Decimal quantity; ///< zero when only an amount is credited
    std::int64_t gross = 0;
    std::int64_t net = 0;
    std::int64_t tax = 0;
    std::int64_t netBase = 0;
    std::int64_t taxBase = 0;
};

/// A credit note, computed: sums in the currency of the sale and, at its rate, in that of the company.
struct Credit {
    std::vector<LineCredit> lines;
    std::vector<SaleTax> taxes; ///< by category and rate; groups without amount are left out
    std::int64_t total = 0;
    std::int64_t tax = 0;
    std::int64_t totalBase = 0;
    std::int64_t taxBase = 0;
};

/// A line of the sale, and how much of it is credited; the quantity has the sign of the line.
struct LinePick {
    std::size_t line = 0;
    Decimal quantity;
};

/// What is still to credit: total − credited.
std::int64_t creditable(const Sale& sale);

/// What these quantities of the lines are worth. From the running sum of each line, so that rounding never
/// adds up.
std::int64_t worthOf(const Sale& sale, const std::vector<LinePick>& picks);

// However a sale is credited in parts, no tax group is credited more than was charged, and at the end each
// line, group and account is credited exactly. `amount` and worthOf(picks) are at most creditable(sale).

/// Takes back these quantities. What earlier credits of an amount already took of such a line is taken from
/// the others in proportion.
Credit creditLines(const Sale& sale, const std::vector<LinePick>& picks, Currency base);

/// Takes back an amount, spread over what is left of the lines in proportion, by largest remainder.
Credit creditAmount(const Sale& sale, std::int64_t amount, Currency base);

/// Takes back all that is left, quantities too.
Credit creditRest(const Sale& sale, Currency base);

/// Adds the credit to the amounts of the sale and its lines.
void applyCredit(Sale& sale, const Credit& credit);

} // namespace svc::sales
