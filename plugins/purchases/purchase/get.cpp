#include "purchase/get.hpp"

#include "purchase/view.hpp"

namespace svc::purchases {

Answer<200, api::Purchase> readAgain(Request& request, PurchaseId id) {
    std::optional<Purchase> purchase = findPurchase(request, id, WholePurchase);
    if (!purchase) {
        throw ApiError(404, "purchase-not-found");
    }
    const api::Purchase answer = shown(*std::move(purchase), request.today());
    return Answer<200, api::Purchase>(answer).etag(answer.version);
}

Answer<200, api::Purchase> getPurchase(Request& request, const api::GetPurchaseParameters& parameters) {
    return readAgain(request, parameters.purchaseId);
}

std::optional<api::Purchase> commands::get(Call& call, const commands::GetInput& input) {
    std::optional<Purchase> purchase = findPurchase(call, input.id, WholePurchase);
    return purchase ? std::optional(shown(*std::move(purchase), call.today())) : std::nullopt;
}

} // namespace svc::purchases
