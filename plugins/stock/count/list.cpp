#include "count/store.hpp"

namespace svc::stock {
namespace {

api::StockCountRow rowOf(const Count& count, bool withLines) {
    return {.id = count.id,
            .status = count.status,
            .locationId = count.locationId,
            .date = count.date,
            .note = count.note,
            .lines = withLines ? std::optional(count.lines) : std::nullopt,
            .createdAt = count.createdAt,
            .updatedAt = count.updatedAt,
            .version = count.version,
            .createdBy = count.createdBy};
}

} // namespace

Answer<200, std::vector<api::StockCountRow>>
listStockCounts(Request& request, const api::ListStockCountsParameters& parameters) {
    const bool withLines = parameters.include.has_value();
    const CountPage page = listCounts(request, parameters);
    std::vector<api::StockCountRow> rows;
    for (const Count& count : page.counts) {
        rows.push_back(rowOf(count, withLines));
    }
    return Answer<200, std::vector<api::StockCountRow>>(rows).total(page.total);
}

} // namespace svc::stock
