#include "outage/list.hpp"

#include "outage/store.hpp"

namespace svc::kassensichv {

Response listOutages(Request& request) {
    Json all = Json::array();
    for (const Outage& one : outages(request)) {
        all.push(Json::object({{"startedAt", one.startedAt.toString()},
                               {"endedAt", one.endedAt ? Json(one.endedAt->toString()) : Json(nullptr)},
                               {"reason", one.reason}}));
    }
    return Response::json(200, all);
}

} // namespace svc::kassensichv
