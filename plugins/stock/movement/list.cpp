#include "movement/store.hpp"

namespace svc::stock {

Answer<200, std::vector<api::StockMovement>>
listStockMovements(Request& request, const api::ListStockMovementsParameters& parameters) {
    const MovementPage page = listMovements(request, parameters);
    return Answer<200, std::vector<api::StockMovement>>(page.records).total(page.total);
}

} // namespace svc::stock
