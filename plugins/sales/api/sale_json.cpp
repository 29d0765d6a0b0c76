#include "api/sale_json.hpp"

#include <svc/call.hpp>

#include "domain/states.hpp"

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

Json taxesJson(const Sale& sale) {
    Json taxes = Json::array();
    for (const SaleTax& tax : sale.taxes) {
        taxes.push(Json::object({{"taxCategory", tax.taxCategory},
                                 {"taxRate", tax.taxRate},
                                 {"net", tax.net},
                                 {"tax", tax.tax}}));
    }
    return taxes;
}

Json cancellationJson(const Sale& sale) {
    if (!sale.cancellation) {
        return Json(nullptr);
    }
    return Json::object({{"at", sale.cancellation->at},
                         {"reason", sale.cancellation->reason},
                         {"creditNoteNumber", sale.cancellation->creditNoteNumber}});
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
                              {"taxes", taxesJson(sale)}});
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
        json.add("refunds", Json::array());
        json.add("deliveries", Json::array());
    }
    json.add("locationId", optionalId("loc", sale.locationId));
    json.add("quoteId", optionalId("quo", sale.quoteId));
    json.add("recurringId", optionalId("rec", sale.recurringId));
    json.add("purchaseOrderRef", sale.purchaseOrderRef);
    json.add("note", sale.note);
    json.add("paymentReference", sale.paymentReference);
    json.add("cancellation", cancellationJson(sale));
    json.add("publicUrl", view.publicUrl.empty()
                              ? Json(nullptr)
                              : Json(view.publicUrl + "/public/documents/" + sale.publicToken));
    json.add("createdAt", sale.createdAt);
    json.add("updatedAt", sale.updatedAt);
    json.add("version", sale.version);
    json.add("createdBy", actorJson(sale.createdByKind, sale.createdById));
    return json;
}

} // namespace svc::sales
