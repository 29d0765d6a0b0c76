#include "api/create_sale.hpp"
#include "api/events.hpp"
#include "api/neighbours.hpp"
#include "api/routes.hpp"
#include "api/sale_json.hpp"
#include "domain/posting.hpp"
#include "domain/states.hpp"
#include "store/day_store.hpp"
#include "store/sale_store.hpp"
#include "store/sale_writes.hpp"

namespace svc::sales {
namespace {

/// What was kept back is free again; what has left comes back when it is to be restocked.
void takeGoodsBack(Call& call, const Sale& sale, bool restock, Date date) {
    if (sale.stockMode == StockMode::Reserved) {
        moveStock(call, sale, StockMove::Release, date);
    }
    if (sale.stockMode != StockMode::None && restock) {
        moveStock(call, sale, StockMove::Return, date);
    }
}

} // namespace

Response cancelSaleRoute(Request& request) {
    const Json& body = request.body();
    const Uuid id = request.pathId("saleId", "sal", "sale-not-found");
    std::optional<Sale> found = lockSale(request.db(), request.companyId(), id);
    if (!found) {
        throw ApiError(404, "sale-not-found");
    }
    if (!isCancellable(*found)) {
        throw ApiError(400, "sale-not-cancellable");
    }
    const auto dateText = body.optionalText("date");
    const Date date = (dateText ? Date::parse(*dateText) : std::nullopt).value_or(request.today());
    request.checkDate(date);
    if (date < found->date) {
        throw fieldInvalid("date");
    }
    // The lines never change but for what was handed over, which needs the lock of the sale.
    Sale sale = findSale(request.db(), request.companyId(), id, {.lines = true, .payments = true}).value();

    CreditNote note;
    note.id = request.newUuid();
    note.kind = "cancellation";
    note.number = request.takeNumber("credit_note", sale.businessUnitId, date);
    note.date = date;
    note.total = sale.total - sale.credited;
    note.taxTotal = sale.taxTotal;
    note.totalBase = sale.totalBase;
    note.reason = body.optionalText("reason");

    const std::int64_t receivable = sale.totalBase - sale.paidBase;
    sale.status = "cancelled";
    sale.credited = sale.total;
    sale.paymentStatus = paymentStatusOf(sale);
    sale.cancellation = {request.now(), note.reason, note.number};
    sale.version += 1;
    sale.updatedAt = request.now();

    updateCancelled(request, sale);
    insertCreditNote(request, sale, note);
    emitSaleCancelled(request, sale);
    takeGoodsBack(request, sale, body.optionalBool("restock").value_or(true), date);
    postEntry(request, sale, reversed(salePosting(sale)), "credit_note", note.id, note.number, date);
    if (sale.partnerId) {
        adjustReceivable(request, *sale.partnerId, -receivable);
    }
    removeFromDay(request, sale);
    request.history(
        "sale", encodeId("sal", sale.id), "sale.cancelled",
        Json::array({Json::object({{"field", "status"}, {"from", "active"}, {"to", "cancelled"}})}));
    return Response::json(200, saleJson(sale, fullView(request))).etag(sale.version);
}

} // namespace svc::sales
