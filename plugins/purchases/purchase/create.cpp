#include "purchase/create.hpp"

#include "purchase/builder.hpp"
#include "purchase/events.hpp"
#include "purchase/input.hpp"
#include "purchase/receive.hpp"
#include "purchase/store/writes.hpp"
#include "purchase/view.hpp"

namespace svc::purchases {

Purchase makePurchase(Call& call, const api::PurchaseCreate& body) {
    checkPurchase(body);
    PurchaseDraft draft = buildPurchase(call, body);
    Purchase& purchase = draft.purchase;

    // All reads are done. The row is written as ordered and unpaid; the receipt and the payment of the
    // request then change it like later ones.
    purchase.number = call.takeNumber("purchase", purchase.businessUnitId.uuid(), purchase.date);
    insertPurchase(call, purchase);
    emitPurchaseCreated(call, purchase);
    call.history("purchase", purchase.id.toString(), "purchase.created");
    if (body.receiveNow.value_or(false)) {
        PlannedReceipt planned = planReceipt(call, purchase, {.date = purchase.date}, purchase.locationId);
        settleReceipt(call, purchase, planned);
        updateReceived(call, purchase, false);
    }
    if (draft.payment) {
        settlePayment(call, purchase, *draft.payment);
        purchase.payments.push_back(draft.payment->payment);
        updatePaid(call, purchase, false);
        emitPurchasePaid(call, purchase, draft.payment->payment);
    }
    return std::move(purchase);
}

Answer<201, api::Purchase> createPurchase(Request& request, const api::PurchaseCreate& body) {
    const api::Purchase answer = shown(makePurchase(request, body), request.today());
    return Answer<201, api::Purchase>(answer).etag(answer.version);
}

api::Purchase commands::create(Call& call, const Json& input) {
    api::PurchaseCreate body;
    read(input, bind::Place(), body);
    return shown(makePurchase(call, body), call.today());
}

} // namespace svc::purchases
