#include "api/sale_json.hpp"

#include <svc/call.hpp>

#include "domain/states.hpp"
#include "store/taxes.hpp"

namespace svc::sales {
namespace {

Json optionalId(std::string_view prefix, const std::optional<Uuid>& id) {
    return id ? Json(encodeId(prefix, *id)) : Json(nullptr);
}

Json lineJson(const SaleLine& line) {
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
                         {"net", line.net},
                         {"tax", line.tax},
                         {"total", line.total},
                         {"quantityDelivered", line.quantityDelivered},
                         {"quantityRefunded", line.quantityRefunded}});
}

Json cancellationJson(const Sale& sale) {
    if (!sale.cancellation) {
        return Json(nullptr);
    }
    return Json::object({{"at", sale.cancellation->at},
                         {"reason", sale.cancellation->reason},
                         {"creditNoteNumber", sale.cancellation->creditNoteNumber},
                         {"creditNoteId", optionalId("crn", sale.cancellation->creditNoteId)}});
}

} // namespace

Json partnerJson(const Sale& sale) {
    if (!sale.partnerId) {
        return Json(nullptr);
    }
    return Json::object({{"id", encodeId("par", *sale.partnerId)}, {"name", sale.partnerName}});
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
                         {"tendered", payment.tendered},
                         {"change", payment.change},
                         {"createdAt", payment.createdAt}});
}

Json paymentAnswerJson(const Payment& payment, const Sale& sale) {
    Json answer = paymentJson(payment);
    answer.add("sale", Json::object({{"id", encodeId("sal", sale.id)},
                                     {"number", sale.number},
                                     {"paymentStatus", sale.paymentStatus},
                                     {"paid", sale.paid},
                                     {"balance", sale.balance()}}));
    return answer;
}

Json refundJson(const Refund& refund) {
    Json lines = Json::array();
    for (const Refund::Line& line : refund.lines) {
        lines.push(Json::object({{"lineId", encodeId("lin", line.lineId)},
                                 {"quantity", line.quantity},
                                 {"amount", line.amount}}));
    }
    return Json::object(
        {{"id", encodeId("rfd", refund.id)},
         {"kind", refund.kind},
         {"amount", refund.amount},
         {"moneyReturned", refund.moneyReturned},
         {"currency", refund.currency.code()},
         {"walletId", optionalId("wal", refund.walletId)},
         {"walletAmount", refund.walletAmount},
         {"walletCurrency", refund.walletCurrency ? Json(refund.walletCurrency->code()) : Json(nullptr)},
         {"transactionId", optionalId("txn", refund.transactionId)},
         {"method", refund.method},
         {"date", refund.date},
         {"reason", refund.reason},
         {"restocked", refund.restocked},
         {"lines", std::move(lines)},
         {"creditNote", Json::object({{"id", encodeId("crn", refund.creditNoteId)},
                                      {"number", refund.creditNoteNumber},
                                      {"total", refund.amount},
                                      {"taxTotal", refund.creditNoteTax}})},
         {"createdAt", refund.createdAt}});
}

Json refundAnswerJson(const Refund& refund, const Sale& sale) {
    Json answer = refundJson(refund);
    answer.add("sale", Json::object({{"id", encodeId("sal", sale.id)},
                                     {"number", sale.number},
                                     {"paymentStatus", sale.paymentStatus},
                                     {"paid", sale.paid},
                                     {"refunded", sale.refunded},
                                     {"credited", sale.credited},
                                     {"balance", sale.balance()}}));
    return answer;
}

Json deliveryJson(const Delivery& delivery) {
    Json lines = Json::array();
    for (const Delivery::Line& line : delivery.lines) {
        lines.push(Json::object({{"lineId", encodeId("lin", line.lineId)}, {"quantity", line.quantity}}));
    }
    return Json::object({{"id", encodeId("dlv", delivery.id)},
                         {"number", delivery.number},
                         {"date", delivery.date},
                         {"locationId", optionalId("loc", delivery.locationId)},
                         {"carrier", delivery.carrier},
                         {"trackingNumber", delivery.trackingNumber},
                         {"note", delivery.note},
                         {"lines", std::move(lines)},
                         {"createdAt", delivery.createdAt}});
}

Json deliveryAnswerJson(const Delivery& delivery, const Sale& sale) {
    Json answer = deliveryJson(delivery);
    answer.add("saleId", encodeId("sal", sale.id));
    answer.add("complete", sale.deliveryStatus == "delivered");
    answer.add("deliveryStatus", sale.deliveryStatus);
    return answer;
}

Json saleJson(const Sale& sale, const SaleView& view) {
    Json json = Json::object({{"id", encodeId("sal", sale.id)},
                              {"number", sale.number},
                              {"kind", sale.kind},
                              {"status", sale.status},
                              {"paymentStatus", sale.paymentStatus},
                              {"deliveryStatus", sale.deliveryStatus},
                              {"fiscalStatus", sale.fiscalStatus},
                              {"channel", sale.channel},
                              {"externalId", sale.externalId},
                              {"businessUnitId", encodeId("bus", sale.businessUnitId)},
                              {"partnerId", optionalId("par", sale.partnerId)},
                              {"partner", partnerJson(sale)},
                              {"date", sale.date},
                              {"dueDate", sale.dueDate},
                              {"overdue", isOverdue(sale, view.today)},
                              {"currency", sale.currency.code()},
                              {"exchangeRate", sale.exchangeRate},
                              {"pricesIncludeTax", sale.pricesIncludeTax},
                              {"discountPercent", sale.discountPercent},
                              {"discountAmount", sale.discountAmount},
                              {"subtotal", sale.subtotal},
                              {"discountTotal", sale.discountTotal},
                              {"taxTotal", sale.taxTotal},
                              {"total", sale.total},
                              {"totalBase", sale.totalBase},
                              {"paid", sale.paid},
                              {"refunded", sale.refunded},
                              {"credited", sale.credited},
                              {"balance", sale.balance()},
                              {"taxes", taxesJson(sale.taxes)}});
    if (view.lines) {
        Json lines = Json::array();
        for (const SaleLine& line : sale.lines) {
            lines.push(lineJson(line));
        }
        json.add("lines", std::move(lines));
    }
    if (view.payments) {
        Json payments = Json::array();
        for (const Payment& payment : sale.payments) {
            payments.push(paymentJson(payment));
        }
        json.add("payments", std::move(payments));
    }
    if (view.deliveries) {
        Json refunds = Json::array();
        for (const Refund& refund : sale.refunds) {
            refunds.push(refundJson(refund));
        }
        json.add("refunds", std::move(refunds));
        Json deliveries = Json::array();
        for (const Delivery& delivery : sale.deliveries) {
            deliveries.push(deliveryJson(delivery));
        }
        json.add("deliveries", std::move(deliveries));
    }
    json.add("locationId", optionalId("loc", sale.locationId));
    json.add("quoteId", optionalId("quo", sale.quoteId));
    json.add("recurringId", optionalId("rec", sale.recurringId));
    json.add("correctsSaleId", optionalId("sal", sale.correctsId));
    json.add("prepayment", sale.prepayment);
    json.add("purchaseOrderRef", sale.purchaseOrderRef);
    json.add("note", sale.note);
    json.add("paymentReference", sale.paymentReference);
    json.add("cancellation", cancellationJson(sale));
    const auto url = view.publicUrls.find(sale.id);
    json.add("publicUrl", url == view.publicUrls.end() ? Json(nullptr) : Json(url->second));
    json.add("createdAt", sale.createdAt);
    json.add("updatedAt", sale.updatedAt);
    json.add("version", sale.version);
    json.add("createdBy", actorJson(sale.createdByKind, sale.createdById));
    return json;
}

} // namespace svc::sales
