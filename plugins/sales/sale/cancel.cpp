#include <svc/changes.hpp>

#include "document/events.hpp"
#include "sale/crediting.hpp"
#include "sale/rules/states.hpp"
#include "sale/view.hpp"
#include "trade/balances.hpp"

namespace svc::sales {

Answer<200, api::Sale> cancelSale(Request& request, const api::CancelSaleParameters& parameters,
                                  const api::SaleCancel& body) {
    Sale sale = lockWholeSale(request, parameters.saleId);
    if (!isCancellable(sale)) {
        throw ApiError(400, "sale-not-cancellable");
    }
    const Date date = followingDate(request, sale, body.date);
    const std::int64_t receivable = sale.receivableBase();
    Credit credit = creditRest(sale, request.company().currency);
    endClaim(credit, sale);
    const CreditNote note{.id = request.newId<CreditNoteId>(),
                          .number = request.takeNumber("credit_note", sale.businessUnitId.uuid(), date),
                          .kind = api::CreditNoteKind::Cancellation,
                          .date = date,
                          .reason = body.reason};
    creditSale(request, sale, note, credit, body.restock, reasonOf(sale));
    sale.status = api::SaleStatus::Cancelled;
    sale.paymentStatus = paymentStatusOf(sale);
    sale.cancellation = {request.now(), note.reason, note.number, note.id};
    sale.version += 1;
    sale.updatedAt = request.now();
    updateCredited(request, sale);
    emitSaleCancelled(request, sale);
    trade::adjustBalance<calls::partners::adjustBalance>(request, sale.partnerId,
                                                         {.receivable = -receivable});
    request.history("sale", sale.id.toString(), "sale.cancelled",
                    changeOf("status", toText(api::SaleStatus::Active), toText(sale.status)));
    const api::Sale cancelled = shown(request, std::move(sale));
    return Answer<200, api::Sale>(cancelled).etag(cancelled.version);
}

} // namespace svc::sales
