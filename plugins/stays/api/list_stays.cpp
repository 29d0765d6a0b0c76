#include "api/routes.hpp"
#include "api/stay_json.hpp"
#include "store/stay_store.hpp"

namespace svc::stays {

Response listStaysRoute(Request& request) {
    StayFilter filter;
    const DateRange range = request.dateRange();
    filter.from = range.from;
    filter.to = range.to;
    if (auto statuses = request.queryList("status"); !statuses.empty()) {
        filter.statuses = std::move(statuses);
    }
    if (const auto partners = request.queryList("partnerId"); !partners.empty()) {
        // An id of the wrong form matches nothing, as an unknown one.
        filter.partners.emplace();
        for (const std::string& text : partners) {
            if (const auto id = decodeId("par", text)) {
                filter.partners->push_back(*id);
            }
        }
    }
    if (const auto unit = request.query("unit")) {
        filter.unit = std::string(*unit);
    }
    const ArrayPage page = request.arrayPage();
    const StayPage found = listStays(request, filter, page.limit, page.offset);
    Json rows = Json::array();
    for (const Stay& stay : found.stays) {
        rows.push(stayJson(stay));
    }
    return Response::json(200, rows).total(found.count);
}

} // namespace svc::stays
