#include "api/records.hpp"
#include "api/routes.hpp"
#include "api/transfers.hpp"

namespace svc::treasury {

Response transferBetweenWallets(Request& request) {
    const Transfer transfer = transferOf(request, request.body());
    return Response::json(201, toJson(transfer)).etag(transfer.version);
}

} // namespace svc::treasury
