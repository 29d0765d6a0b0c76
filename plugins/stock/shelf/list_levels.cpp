#include "shelf/store/levels.hpp"

namespace svc::stock {
namespace {

/// The instant of `at`, to the end of its millisecond: instants are shown in milliseconds, so a movement at
/// the shown instant is included. A date means its end in the company's time zone.
Instant endOf(Call& call, const DateOrInstant& at) {
    if (const auto date = at.date()) {
        return Instant(call.startOf(date->addDays(1)).micros() - 1);
    }
    constexpr std::int64_t RestOfMillisecond = 999;
    return Instant(at.instant().value().truncatedToMillis().micros() + RestOfMillisecond);
}

} // namespace

Answer<200, std::vector<api::StockLevel>> listStock(Request& request,
                                                    const api::ListStockParameters& parameters) {
    LevelFilter filter{.itemId = parameters.itemId,
                       .locationId = parameters.locationId,
                       .businessUnitId = parameters.businessUnitId,
                       .low = parameters.low,
                       .archived = parameters.archived,
                       .text = parameters.q && parameters.q->empty() ? std::nullopt : parameters.q,
                       .lots = parameters.include.has_value()};
    if (parameters.at) {
        filter.at = endOf(request, *parameters.at);
    }
    const LevelPage page = listLevels(request, filter, parameters.page);
    return Answer<200, std::vector<api::StockLevel>>(page.rows).total(page.count);
}

} // namespace svc::stock
