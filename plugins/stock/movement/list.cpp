#include "movement/store.hpp"

namespace svc::stock {

Answer<200, std::vector<api::StockMovement>>
listStockMovements(Request& request, const api::ListStockMovementsParameters& parameters) {
    const MovementPage page = listMovements(request,
                                            {.range = request.instantRange(),
                                             .itemId = parameters.itemId,
                                             .locationId = parameters.locationId,
                                             .reasons = parameters.reason},
                                            parameters.page);
    return Answer<200, std::vector<api::StockMovement>>(page.records).total(page.total);
}

} // namespace svc::stock
