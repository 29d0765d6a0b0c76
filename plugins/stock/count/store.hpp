#pragma once

#include <optional>
#include <vector>

#include <bindings.hpp>

namespace svc::stock {

using CountLine = api::StockCountLine;
/// A physical count of a location.
using Count = api::StockCount;

struct CountPage {
    std::vector<Count> counts;
    std::int64_t total = 0;
};

/// With their lines when these are included.
CountPage listCounts(Call& call, const api::ListStockCountsParameters& parameters);
/// With its lines, locked until the end of the transaction.
std::optional<Count> lockCount(Call& call, CountId id);
void insertCount(Call& call, const Count& count);
/// Writes status, date and version, and with `lines` the expected quantities and the values of the
/// differences.
void updateCount(Call& call, const Count& count, bool lines);

} // namespace svc::stock
