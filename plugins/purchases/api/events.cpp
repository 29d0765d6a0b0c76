#include "api/events.hpp"

#include <svc/amounts.hpp>

#include "api/purchase_json.hpp"

namespace svc::purchases {
namespace {

void emitOn(Call& call, std::string_view type, const Purchase& purchase, const Json& data) {
    call.emit(type, "purchase", encodeId("pur", purchase.id), data);
}

Json itemId(const std::optional<Uuid>& id) {
    return id ? Json(encodeId("itm", *id)) : Json(nullptr);
}

} // namespace

void emitPurchaseCreated(Call& call, const Purchase& purchase) {
    Json lines = Json::array();
    for (const PurchaseLine& line : purchase.lines) {
        lines.push(Json::object({{"id", encodeId("lin", line.id)},
                                 {"itemId", itemId(line.itemId)},
                                 {"label", line.label},
                                 {"quantity", line.quantity},
                                 {"unitPrice", amountJson(line.unitPrice, purchase.currency)},
                                 {"total", amountJson(line.total, purchase.currency)}}));
    }
    emitOn(call, "purchase.created", purchase,
           Json::object({{"id", encodeId("pur", purchase.id)},
                         {"number", purchase.number},
                         {"supplierReference", purchase.supplierReference},
                         {"partner", partnerJson(purchase)},
                         {"total", amountJson(purchase.total, purchase.currency)},
                         {"tax", amountJson(purchase.taxTotal, purchase.currency)},
                         {"expectedAt", purchase.expectedAt},
                         {"lines", std::move(lines)}}));
}

void emitPurchaseReceived(Call& call, const Purchase& purchase, const Receipt& receipt) {
    Json lines = Json::array();
    for (const ReceiptLine& line : receipt.lines) {
        lines.push(Json::object({{"purchaseLineId", encodeId("lin", line.lineId)},
                                 {"itemId", itemId(line.itemId)},
                                 {"quantity", line.quantity},
                                 {"unitCost", amountJson(line.unitCost, purchase.currency)}}));
    }
    emitOn(call, "purchase.received", purchase,
           Json::object({{"id", encodeId("pur", purchase.id)},
                         {"number", purchase.number},
                         {"partner", partnerJson(purchase)},
                         {"receiptId", encodeId("rcv", receipt.id)},
                         {"receiptNumber", receipt.number},
                         {"locationId", locationJson(receipt.locationId)},
                         {"complete", receipt.complete},
                         {"lines", std::move(lines)}}));
}

void emitPurchasePaid(Call& call, const Purchase& purchase, const Payment& payment) {
    emitOn(call, "purchase.paid", purchase,
           Json::object({{"id", encodeId("pur", purchase.id)},
                         {"number", purchase.number},
                         {"partner", partnerJson(purchase)},
                         {"total", amountJson(purchase.total, purchase.currency)},
                         {"paid", amountJson(purchase.paid, purchase.currency)},
                         {"paymentId", encodeId("pay", payment.id)},
                         {"paidAt", call.now()}}));
}

void emitPurchaseCancelled(Call& call, const Purchase& purchase) {
    emitOn(call, "purchase.cancelled", purchase,
           Json::object({{"id", encodeId("pur", purchase.id)},
                         {"number", purchase.number},
                         {"partner", partnerJson(purchase)},
                         {"total", amountJson(purchase.total, purchase.currency)},
                         {"reason", purchase.cancellation->reason}}));
}

} // namespace svc::purchases
