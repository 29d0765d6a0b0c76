#include "api/create_purchase.hpp"

#include "api/events.hpp"
#include "api/purchase_builder.hpp"
#include "api/purchase_input.hpp"
#include "api/purchase_json.hpp"
#include "api/receipts.hpp"
#include "api/routes.hpp"
#include "store/purchase_writes.hpp"

namespace svc::purchases {

Purchase createPurchase(Call& call, const Json& body) {
    const PurchaseInput input = readPurchaseInput(body);
    PurchaseDraft draft = buildPurchase(call, input);
    Purchase& purchase = draft.purchase;

    // Reads are done. The row is written as ordered and unpaid; the receipt and the payment that come with it
    // change it as they would later.
    purchase.number = call.takeNumber("purchase", purchase.businessUnitId, purchase.date);
    insertPurchase(call, purchase);
    emitPurchaseCreated(call, purchase);
    call.history("purchase", encodeId("pur", purchase.id), "purchase.created");
    if (input.receiveNow) {
        ReceiptInput all;
        all.date = purchase.date;
        PlannedReceipt planned = planReceipt(call, purchase, all, purchase.locationId);
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

Response createPurchaseRoute(Request& request) {
    const Purchase purchase = createPurchase(request, request.body());
    PurchaseView view;
    view.today = request.today();
    return Response::json(201, purchaseJson(purchase, view)).etag(purchase.version);
}

} // namespace svc::purchases
