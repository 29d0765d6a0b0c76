#include <svc/error.hpp>

#include "api/events.hpp"
#include "api/purchase_input.hpp"
#include "api/purchase_json.hpp"
#include "api/routes.hpp"
#include "domain/states.hpp"
#include "store/purchase_store.hpp"
#include "store/purchase_writes.hpp"

namespace svc::purchases {
namespace {

constexpr PurchaseParts Whole{.lines = true, .payments = true, .receipts = true};

Purchase lock(Request& request, const Uuid& id) {
    std::optional<Purchase> found = lockPurchase(request.db(), request.companyId(), id);
    if (!found) {
        throw ApiError(404, "purchase-not-found");
    }
    return *std::move(found);
}

Response shown(Request& request, const Uuid& id) {
    const auto purchase = findPurchase(request.db(), request.companyId(), id, Whole);
    if (!purchase) {
        throw ApiError(404, "purchase-not-found");
    }
    PurchaseView view;
    view.today = request.today();
    return Response::json(200, purchaseJson(*purchase, view)).etag(purchase->version);
}

/// Takes over a field of the body when it is there; null clears it. Notes the change.
template <class Value>
void take(const Json& body, std::string_view field, std::optional<Value>& value, std::optional<Value> given,
          Json& changes) {
    if (body.contains(field) && given != value) {
        changes.push(Json::object({{"field", field}, {"from", value}, {"to", given}}));
        value = std::move(given);
    }
}

} // namespace

Response readPurchaseRoute(Request& request) {
    return shown(request, request.pathId("purchaseId", "pur", "purchase-not-found"));
}

Response updatePurchaseRoute(Request& request) {
    const Json& body = request.body();
    const auto dueDate = dateIn(body, "dueDate");
    const auto expectedAt = dateIn(body, "expectedAt");
    const Uuid id = request.pathId("purchaseId", "pur", "purchase-not-found");
    Purchase purchase = lock(request, id);
    request.checkVersion(purchase.version);
    if (purchase.status == "cancelled") {
        throw ApiError(400, "purchase-cancelled");
    }
    if (dueDate && *dueDate < purchase.date) {
        throw fieldInvalid("dueDate");
    }
    if (expectedAt && *expectedAt < purchase.date) {
        throw fieldInvalid("expectedAt");
    }
    Json changes = Json::array();
    take(body, "supplierReference", purchase.supplierReference, body.optionalText("supplierReference"),
         changes);
    take(body, "expectedAt", purchase.expectedAt, expectedAt, changes);
    take(body, "dueDate", purchase.dueDate, dueDate, changes);
    take(body, "note", purchase.note, body.optionalText("note"), changes);
    if (!changes.empty()) {
        updateEditable(request, purchase);
        request.history("purchase", encodeId("pur", id), "purchase.updated", changes);
    }
    return shown(request, id);
}

Response cancelPurchaseRoute(Request& request) {
    const Uuid id = request.pathId("purchaseId", "pur", "purchase-not-found");
    Purchase purchase = lock(request, id);
    if (!isCancellable(purchase)) {
        throw ApiError(400, "purchase-not-cancellable");
    }
    purchase.status = "cancelled";
    purchase.cancellation = {request.now(), request.body().optionalText("reason")};
    purchase.paymentStatus = paymentStatusOf(purchase);
    updateCancelled(request, purchase);
    emitPurchaseCancelled(request, purchase);
    request.history(
        "purchase", encodeId("pur", id), "purchase.cancelled",
        Json::array({Json::object({{"field", "status"}, {"from", "ordered"}, {"to", "cancelled"}})}));
    return shown(request, id);
}

} // namespace svc::purchases
