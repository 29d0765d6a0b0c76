#include "count/draft.hpp"

namespace svc::stock {

Answer<200, api::StockCount> cancelStockCount(Request& request,
                                              const api::CancelStockCountParameters& parameters,
                                              const api::StockCountMove&) {
    Count count = lockDraft(request, parameters.countId);
    count.status = api::CountStatus::Cancelled;
    return changed(request, count, "count.cancelled", false);
}

} // namespace svc::stock
