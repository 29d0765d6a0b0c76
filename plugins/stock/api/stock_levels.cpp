#include "api/handlers.hpp"

#include <svc/error.hpp>

#include "store/item_list.hpp"
#include "store/levels.hpp"

namespace svc::stock {
namespace {

/// The instant of `at`, with its whole millisecond: instants are shown in milliseconds, and what was recorded
/// at one is there then. A date stands for its end in the company's time zone.
Instant instantOf(Request& request, std::string_view text) {
    if (const auto date = Date::parse(text)) {
        return Instant(request.startOf(date->addDays(1)).micros() - 1);
    }
    const auto instant = Instant::parse(text);
    if (!instant) {
        throw fieldInvalid("at");
    }
    constexpr std::int64_t RestOfMillisecond = 999;
    return Instant(instant->truncatedToMillis().micros() + RestOfMillisecond);
}

} // namespace

Response listStockRoute(Request& request) {
    LevelFilter filter;
    bool possible = true;
    const auto id = [&](std::string_view name, std::string_view prefix) -> std::optional<Uuid> {
        const auto text = request.query(name);
        if (!text) {
            return std::nullopt;
        }
        const auto uuid = decodeId(prefix, *text);
        // An identifier of the wrong form is like an unknown one: nothing lies there.
        possible = possible && uuid.has_value();
        return uuid;
    };
    filter.itemId = id("itemId", "itm");
    filter.locationId = id("locationId", "loc");
    filter.businessUnitId = id("businessUnitId", "bus");
    if (const auto low = request.query("low")) {
        filter.low = *low == "true";
    }
    if (const auto q = request.query("q"); q && !q->empty()) {
        filter.text = *q;
    }
    filter.lots = request.includes("lots");
    if (const auto at = request.query("at")) {
        filter.at = instantOf(request, *at);
    }
    if (!possible) {
        return Response::json(200, Json::array()).total(0);
    }
    const LevelPage page = listLevels(request, filter, request.arrayPage());
    return Response::json(200, page.rows).total(page.count);
}

} // namespace svc::stock
