#include "api/crediting.hpp"
#include "api/events.hpp"
#include "api/neighbours.hpp"
#include "api/routes.hpp"
#include "api/sale_view.hpp"
#include "domain/states.hpp"
#include "store/sale_store.hpp"

namespace svc::sales {

Response cancelSaleRoute(Request& request) {
    const Json& body = request.body();
    Sale sale = lockWholeSale(request.db(), request.companyId(), decodeId("sal", request.path("saleId")));
    if (!isCancellable(sale)) {
        throw ApiError(400, "sale-not-cancellable");
    }
    const Date date = followingDate(request, sale, body);
    const std::int64_t receivable = sale.receivableBase();
    const Credit credit = creditRest(sale, request.company().currency);
    CreditNote note;
    note.id = request.newUuid();
    note.kind = "cancellation";
    note.number = request.takeNumber("credit_note", sale.businessUnitId, date);
    note.date = date;
    note.reason = body.optionalText("reason");
    creditSale(request, sale, note, credit, body.optionalBool("restock").value_or(true), reasonOf(sale));

    sale.status = "cancelled";
    sale.paymentStatus = paymentStatusOf(sale);
    sale.cancellation = {request.now(), note.reason, note.number, note.id};
    sale.version += 1;
    sale.updatedAt = request.now();
    updateCredited(request, sale);
    emitSaleCancelled(request, sale);
    if (sale.partnerId) {
        adjustReceivable(request, *sale.partnerId, -receivable);
    }
    request.history(
        "sale", encodeId("sal", sale.id), "sale.cancelled",
        Json::array({Json::object({{"field", "status"}, {"from", "active"}, {"to", "cancelled"}})}));
    return Response::text(200, shownSale(request, sale)).etag(sale.version);
}

} // namespace svc::sales
