#include "purchase/get.hpp"

#include "purchase/view.hpp"

namespace svc::purchases {

Answer<200, api::Purchase> readAgain(Request& request, PurchaseId id) {
    const auto purchase = findPurchase(request, id, WholePurchase);
    if (!purchase) {
        throw ApiError(404, "purchase-not-found");
    }
    return Answer<200, api::Purchase>(shown(*purchase, request.today())).etag(purchase->version);
}

Answer<200, api::Purchase> getPurchase(Request& request, const api::GetPurchaseParameters& parameters) {
    return readAgain(request, parameters.purchaseId);
}

std::optional<api::Purchase> commands::get(Call& call, const commands::GetInput& input) {
    const auto purchase = findPurchase(call, input.id, WholePurchase);
    return purchase ? std::optional(shown(*purchase, call.today())) : std::nullopt;
}

} // namespace svc::purchases
