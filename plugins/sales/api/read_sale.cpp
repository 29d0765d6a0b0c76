#include "api/routes.hpp"
#include "api/sale_view.hpp"
#include "store/sale_store.hpp"

namespace svc::sales {

Response readSaleRoute(Request& request) {
    const Uuid id = request.pathId("saleId", "sal", "sale-not-found");
    const auto sale = findWholeSale(request.db(), request.companyId(), id);
    if (!sale) {
        throw ApiError(404, "sale-not-found");
    }
    return Response::text(200, shownSale(request, *sale)).etag(sale->version);
}

} // namespace svc::sales
