#include <svc/changes.hpp>

#include "purchase/get.hpp"
#include "purchase/rules/states.hpp"
#include "purchase/store/writes.hpp"
#include "purchase/view.hpp"

namespace svc::purchases {

Answer<200, api::Purchase> cancelPurchase(Request& request, const api::CancelPurchaseParameters& parameters,
                                          const api::PurchaseCancel& body) {
    Purchase purchase = lockPurchase(request, parameters.purchaseId);
    if (!isCancellable(purchase)) {
        throw ApiError(400, "purchase-not-cancellable");
    }
    const auto before = purchase.status;
    purchase.status = api::PurchaseStatus::Cancelled;
    purchase.cancellation = {request.now(), body.reason};
    purchase.paymentStatus = paymentStatusOf(purchase);
    updateCancelled(request, purchase);
    emit(request, events::PurchaseCancelled{.id = purchase.id,
                                            .number = purchase.number,
                                            .partner = purchase.partner,
                                            .total = {MinorAmount(purchase.total), purchase.currency},
                                            .reason = purchase.cancellation->reason});
    request.history("purchase", purchase.id.toString(), "purchase.cancelled",
                    changeOf("status", toText(before), toText(purchase.status)));
    return readAgain(request, purchase.id);
}

} // namespace svc::purchases
