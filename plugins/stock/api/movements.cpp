#include "api/handlers.hpp"

#include "store/movements.hpp"

namespace svc::stock {

Response listMovementsRoute(Request& request) {
    MovementFilter filter;
    filter.range = request.instantRange();
    filter.reasons = request.queryList("reason");
    if (const auto item = request.query("itemId")) {
        filter.itemId = decodeId("itm", *item);
    }
    if (const auto location = request.query("locationId")) {
        filter.locationId = decodeId("loc", *location);
    }
    // An identifier of the wrong form is like an unknown one: nothing moved there.
    if ((request.query("itemId") && !filter.itemId) || (request.query("locationId") && !filter.locationId)) {
        return Response::json(200, Json::array()).total(0);
    }
    const MovementPage page = listMovements(request, filter, request.arrayPage());
    return Response::json(200, page.records).total(page.total);
}

} // namespace svc::stock
