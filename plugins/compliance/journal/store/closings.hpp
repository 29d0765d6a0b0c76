#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include <svc/call.hpp>

#include "journal/rules/closing.hpp"

namespace svc::compliance {

/// The data of the last closing of a kind: day, month or year.
std::optional<Json> lastClosing(Call& call, std::string_view kind);
/// The data of the closings of days after a date, in their order; of all days without a date.
std::vector<Json> closedDays(Call& call, const std::optional<Date>& behind);

/// The first record after a sequence that is to be closed.
struct OpenRecord {
    std::int64_t sequence = 0;
    Instant at;
};
std::optional<OpenRecord> firstOpen(Call& call, std::int64_t behind);
/// The last record before the first one recorded at `end` or later.
std::int64_t lastBefore(Call& call, std::int64_t behind, Instant end);
/// Totals of the records after sequence `behind` up to `last`, without the perpetual total.
ClosingTotals totalsBetween(Call& call, std::int64_t behind, std::int64_t last);

} // namespace svc::compliance
