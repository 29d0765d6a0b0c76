#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <utility>

#include <svc/json.hpp>
#include <svc/period.hpp>

namespace svc::compliance {

/// The totals of a day, a month or a year that a closing states.
struct ClosingTotals {
    struct Tax {
        std::int64_t net = 0;
        std::int64_t tax = 0;
    };
    std::int64_t count = 0;
    std::int64_t grandTotal = 0;     ///< invoices and tickets less credit notes, in the company's currency
    std::int64_t perpetualTotal = 0; ///< the same since the journal began
    std::int64_t firstSequence = 0;
    std::int64_t lastSequence = 0;
    /// By currency, category and rate; credit notes are deducted.
    std::map<std::tuple<std::string, std::string, std::string>, Tax> taxes;
    /// By method and currency; refunds are deducted.
    std::map<std::pair<std::string, std::string>, std::int64_t> payments;

    /// Adds the totals of the following period.
    void add(const ClosingTotals& next);
};

/// The data of a closing: `kind` is day, month or year.
Json closingData(const ClosingTotals& totals, std::string_view kind, const Period& period,
                 const std::string& currency);
ClosingTotals totalsOf(const Json& closing);

/// The name of a closing record: `day-2026-11-20`, `month-2026-11`, `year-2026-01-01`.
std::string closingName(std::string_view kind, Date from);

} // namespace svc::compliance
