#include "purchase/get.hpp"
#include "purchase/store/find.hpp"
#include "purchase/store/writes.hpp"
#include "trade/edits.hpp"

namespace svc::purchases {
namespace {

void checkNotBefore(const Purchase& purchase, const Field<Date>& date, std::string_view name) {
    if (date.hasValue() && *date < purchase.date) {
        throw fieldInvalid(name);
    }
}

} // namespace

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
    trade::take("supplierReference", body.supplierReference, purchase.supplierReference, changes);
    trade::take("expectedAt", body.expectedAt, purchase.expectedAt, changes);
    trade::take("dueDate", body.dueDate, purchase.dueDate, changes);
    trade::take("note", body.note, purchase.note, changes);
    if (!changes.empty()) {
        updateEditable(request, purchase);
        request.history("purchase", purchase.id.toString(), "purchase.updated", changes);
    }
    return readAgain(request, purchase.id);
}

} // namespace svc::purchases
