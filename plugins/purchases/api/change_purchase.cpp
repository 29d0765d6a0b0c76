#include "api/answers.hpp"
#include "domain/states.hpp"
#include "store/purchase_writes.hpp"

namespace svc::purchases {
namespace {

Answer<200, api::Purchase> readAgain(Request& request, PurchaseId id) {
    const auto purchase = findPurchase(request, id, WholePurchase);
    if (!purchase) {
        throw ApiError(404, "purchase-not-found");
    }
    return Answer<200, api::Purchase>(shown(*purchase, request.today())).etag(purchase->version);
}

/// Takes over a field of the body when it is there; null clears it. Notes the change.
template <class Value>
void take(std::string_view name, const Field<Value>& given, std::optional<Value>& value, Json& changes) {
    if (!given.isAbsent() && given.value() != value) {
        changes.push(Json::object({{"field", name}, {"from", value}, {"to", given.value()}}));
        value = given.value();
    }
}

void checkNotBefore(const Purchase& purchase, const Field<Date>& date, std::string_view name) {
    if (date.hasValue() && *date < purchase.date) {
        throw fieldInvalid(name);
    }
}

} // namespace

Answer<200, api::Purchase> getPurchase(Request& request, const api::GetPurchaseParameters& parameters) {
    return readAgain(request, parameters.purchaseId);
}

Answer<200, api::Purchase> updatePurchase(Request& request, const api::UpdatePurchaseParameters& parameters,
                                          const api::PurchaseUpdate& body) {
    Purchase purchase = lockPurchase(request, parameters.purchaseId);
    request.checkVersion(purchase.version);
    if (purchase.isCancelled()) {
        throw ApiError(400, "purchase-cancelled");
    }
    checkNotBefore(purchase, body.dueDate, "dueDate");
    checkNotBefore(purchase, body.expectedAt, "expectedAt");
    Json changes = Json::array();
    take("supplierReference", body.supplierReference, purchase.supplierReference, changes);
    take("expectedAt", body.expectedAt, purchase.expectedAt, changes);
    take("dueDate", body.dueDate, purchase.dueDate, changes);
    take("note", body.note, purchase.note, changes);
    if (!changes.empty()) {
        updateEditable(request, purchase);
        request.history("purchase", purchase.id.toString(), "purchase.updated", changes);
    }
    return readAgain(request, purchase.id);
}

Answer<200, api::Purchase> cancelPurchase(Request& request, const api::CancelPurchaseParameters& parameters,
                                          const api::PurchaseCancel& body) {
    Purchase purchase = lockPurchase(request, parameters.purchaseId);
    if (!isCancellable(purchase)) {
        throw ApiError(400, "purchase-not-cancellable");
    }
    const auto before = purchase.status;
    purchase.status = api::PurchaseStatus::Cancelled;
    purchase.cancelledAt = request.now();
    purchase.cancelReason = body.reason;
    purchase.paymentStatus = paymentStatusOf(purchase);
    updateCancelled(request, purchase);
    emit(request, events::PurchaseCancelled{.id = purchase.id,
                                            .number = purchase.number,
                                            .partner = partnerOf(purchase),
                                            .total = {MinorAmount(purchase.total), purchase.currency},
                                            .reason = purchase.cancelReason});
    request.history("purchase", purchase.id.toString(), "purchase.cancelled",
                    changeOf("status", toText(before), toText(purchase.status)));
    return readAgain(request, purchase.id);
}

} // namespace svc::purchases
