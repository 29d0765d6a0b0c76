#include "api/purchase_json.hpp"

#include "store/purchase_writes.hpp"
#include <svc/call.hpp>

#include "domain/states.hpp"

namespace svc::purchases {
namespace {

Json optionalId(std::string_view prefix, const std::optional<Uuid>& id) {
    return id ? Json(encodeId(prefix, *id)) : Json(nullptr);
}

Json lineJson(const PurchaseLine& line) {
    return Json::object({{"id", encodeId("lin", line.id)},
                         {"itemId", optionalId("itm", line.itemId)},
                         {"label", line.label},
                         {"description", line.description},
                         {"quantity", line.quantity},
                         {"unit", line.unit},
                         {"unitPrice", line.unitPrice},
                         {"discountPercent", line.discountPercent},
                         {"discountAmount", line.discountAmount},
                         {"service", line.service},
                         {"taxCategory", line.taxCategory},
                         {"taxRate", line.taxRate},
                         {"taxExemptionReason", line.taxExemptionReason},
                         {"lotNumber", line.lotNumber},
                         {"expiresOn", line.expiresOn},
                         {"net", line.net},
                         {"tax", line.tax},
                         {"total", line.total},
                         {"quantityReceived", line.quantityReceived}});
}

Json receiptLinesJson(const Receipt& receipt) {
    Json lines = Json::array();
    for (const ReceiptLine& line : receipt.lines) {
        lines.push(Json::object({{"lineId", encodeId("lin", line.lineId)},
                                 {"itemId", optionalId("itm", line.itemId)},
                                 {"quantity", line.quantity},
                                 {"unitCost", line.unitCost},
                                 {"lotNumber", line.lotNumber},
                                 {"expiresOn", line.expiresOn}}));
    }
    return lines;
}

Json receiptJson(const Receipt& receipt) {
    return Json::object({{"id", encodeId("rcv", receipt.id)},
                         {"number", receipt.number},
                         {"date", receipt.date},
                         {"locationId", locationJson(receipt.locationId)},
                         {"complete", receipt.complete},
                         {"note", receipt.note},
                         {"lines", receiptLinesJson(receipt)},
                         {"createdAt", receipt.createdAt}});
}

Json paymentJson(const Payment& payment) {
    return Json::object({{"id", encodeId("pay", payment.id)},
                         {"amount", payment.amount},
                         {"currency", payment.currency.code()},
                         {"method", payment.method},
                         {"walletId", encodeId("wal", payment.walletId)},
                         {"walletAmount", payment.walletAmount},
                         {"walletCurrency", payment.walletCurrency.code()},
                         {"transactionId", encodeId("txn", payment.transactionId)},
                         {"date", payment.date},
                         {"reference", payment.reference},
                         {"note", payment.note},
                         {"status", payment.status},
                         {"createdAt", payment.createdAt}});
}

Json cancellationJson(const Purchase& purchase) {
    if (!purchase.cancellation) {
        return Json(nullptr);
    }
    return Json::object({{"at", purchase.cancellation->at}, {"reason", purchase.cancellation->reason}});
}

template <class Part, class Shown>
Json listOf(const std::vector<Part>& parts, Shown shown) {
    Json list = Json::array();
    for (const Part& part : parts) {
        list.push(shown(part));
    }
    return list;
}

} // namespace

Json partnerJson(const Purchase& purchase) {
    return Json::object({{"id", encodeId("par", purchase.partnerId)}, {"name", purchase.partnerName}});
}

Json locationJson(const std::optional<Uuid>& id) {
    return optionalId("loc", id);
}

Json receiptAnswerJson(const Receipt& receipt, const Purchase& purchase) {
    return Json::object({{"id", encodeId("rcv", receipt.id)},
                         {"number", receipt.number},
                         {"purchaseId", encodeId("pur", purchase.id)},
                         {"date", receipt.date},
                         {"locationId", locationJson(receipt.locationId)},
                         {"complete", receipt.complete},
                         {"receiptStatus", purchase.receiptStatus},
                         {"currency", purchase.currency.code()},
                         {"lines", receiptLinesJson(receipt)},
                         {"note", receipt.note},
                         {"createdAt", receipt.createdAt}});
}

Json paymentAnswerJson(const Payment& payment, const Purchase& purchase) {
    Json answer = paymentJson(payment);
    answer.add("purchase", Json::object({{"id", encodeId("pur", purchase.id)},
                                         {"paymentStatus", purchase.paymentStatus},
                                         {"paid", purchase.paid},
                                         {"balance", purchase.balance()}}));
    return answer;
}

Json purchaseJson(const Purchase& purchase, const PurchaseView& view) {
    Json json = Json::object({{"id", encodeId("pur", purchase.id)},
                              {"number", purchase.number},
                              {"status", purchase.status},
                              {"receiptStatus", purchase.receiptStatus},
                              {"paymentStatus", purchase.paymentStatus},
                              {"supplierReference", purchase.supplierReference},
                              {"businessUnitId", encodeId("bus", purchase.businessUnitId)},
                              {"partnerId", encodeId("par", purchase.partnerId)},
                              {"partner", partnerJson(purchase)},
                              {"date", purchase.date},
                              {"expectedAt", purchase.expectedAt},
                              {"dueDate", purchase.dueDate},
                              {"overdue", isOverdue(purchase, view.today)},
                              {"currency", purchase.currency.code()},
                              {"exchangeRate", purchase.exchangeRate},
                              {"pricesIncludeTax", purchase.pricesIncludeTax},
                              {"discountPercent", purchase.discountPercent},
                              {"discountAmount", purchase.discountAmount},
                              {"subtotal", purchase.subtotal},
                              {"discountTotal", purchase.discountTotal},
                              {"taxTotal", purchase.taxTotal},
                              {"total", purchase.total},
                              {"totalBase", purchase.totalBase},
                              {"paid", purchase.paid},
                              {"balance", purchase.balance()},
                              {"taxes", taxesJson(purchase)}});
    if (view.lines) {
        json.add("lines", listOf(purchase.lines, lineJson));
    }
    if (view.receipts) {
        json.add("receipts", listOf(purchase.receipts, receiptJson));
    }
    if (view.payments) {
        json.add("payments", listOf(purchase.payments, paymentJson));
    }
    json.add("locationId", locationJson(purchase.locationId));
    json.add("note", purchase.note);
    json.add("cancellation", cancellationJson(purchase));
    json.add("createdAt", purchase.createdAt);
    json.add("updatedAt", purchase.updatedAt);
    json.add("version", purchase.version);
    json.add("createdBy", actorJson(purchase.createdByKind, purchase.createdById));
    return json;
}

} // namespace svc::purchases
