#include "api/sale_json.hpp"

#include "domain/states.hpp"

namespace svc::sales {
namespace {

void writeTaxes(JsonWriter& out, const std::vector<SaleTax>& taxes) {
    out.beginArray();
    for (const SaleTax& tax : taxes) {
        out.beginObject();
        out.member("taxCategory", tax.taxCategory);
        out.member("taxRate", tax.taxRate);
        out.member("net", tax.net);
        out.member("tax", tax.tax);
        out.endObject();
    }
    out.endArray();
}

void writeLine(JsonWriter& out, const SaleLine& line) {
    out.beginObject();
    out.memberId("id", "lin", line.id);
    out.memberId("itemId", "itm", line.itemId);
    out.member("label", line.label);
    out.member("description", line.description);
    out.member("quantity", line.quantity);
    out.member("unit", line.unit);
    out.member("unitPrice", line.unitPrice);
    out.member("discountPercent", line.discountPercent);
    out.member("discountAmount", line.discountAmount);
    out.member("service", line.service);
    out.member("taxCategory", line.taxCategory);
    out.member("taxRate", line.taxRate);
    out.member("taxExemptionReason", line.taxExemptionReason);
    out.member("lotNumber", line.lotNumber);
    out.member("net", line.net);
    out.member("tax", line.tax);
    out.member("total", line.total);
    out.member("quantityDelivered", line.quantityDelivered);
    out.member("quantityRefunded", line.quantityRefunded);
    out.endObject();
}

void writeCancellation(JsonWriter& out, const std::optional<Cancellation>& cancellation) {
    if (!cancellation) {
        out.value(nullptr);
        return;
    }
    out.beginObject();
    out.member("at", cancellation->at);
    out.member("reason", cancellation->reason);
    out.member("creditNoteNumber", cancellation->creditNoteNumber);
    out.memberId("creditNoteId", "crn", cancellation->creditNoteId);
    out.endObject();
}

void writePartner(JsonWriter& out, const Sale& sale) {
    if (!sale.partnerId) {
        out.value(nullptr);
        return;
    }
    out.beginObject();
    out.memberId("id", "par", *sale.partnerId);
    out.member("name", sale.partnerName);
    out.endObject();
}

// The members of a payment, a refund, a delivery: answers to writes add the state of the sale to them.

void writePaymentMembers(JsonWriter& out, const Payment& payment) {
    out.memberId("id", "pay", payment.id);
    out.member("amount", payment.amount);
    out.member("currency", payment.currency);
    out.member("method", payment.method);
    out.memberId("walletId", "wal", payment.walletId);
    out.member("walletAmount", payment.walletAmount);
    out.member("walletCurrency", payment.walletCurrency);
    out.memberId("transactionId", "txn", payment.transactionId);
    out.member("date", payment.date);
    out.member("reference", payment.reference);
    out.member("note", payment.note);
    out.member("status", payment.status);
    out.member("tendered", payment.tendered);
    out.member("change", payment.change);
    out.member("createdAt", payment.createdAt);
}

void writeCreditNote(JsonWriter& out, const Refund& refund) {
    out.beginObject();
    out.memberId("id", "crn", refund.creditNoteId);
    out.member("number", refund.creditNoteNumber);
    out.member("total", refund.amount);
    out.member("taxTotal", refund.creditNoteTax);
    out.endObject();
}

void writeRefundMembers(JsonWriter& out, const Refund& refund) {
    out.memberId("id", "rfd", refund.id);
    out.member("kind", refund.kind);
    out.member("amount", refund.amount);
    out.member("moneyReturned", refund.moneyReturned);
    out.member("currency", refund.currency);
    out.memberId("walletId", "wal", refund.walletId);
    out.member("walletAmount", refund.walletAmount);
    out.member("walletCurrency", refund.walletCurrency);
    out.memberId("transactionId", "txn", refund.transactionId);
    out.member("method", refund.method);
    out.member("date", refund.date);
    out.member("reason", refund.reason);
    out.member("restocked", refund.restocked);
    out.name("lines");
    out.beginArray();
    for (const Refund::Line& line : refund.lines) {
        out.beginObject();
        out.memberId("lineId", "lin", line.lineId);
        out.member("quantity", line.quantity);
        out.member("amount", line.amount);
        out.endObject();
    }
    out.endArray();
    out.name("creditNote");
    writeCreditNote(out, refund);
    out.member("createdAt", refund.createdAt);
}

void writeDeliveryMembers(JsonWriter& out, const Delivery& delivery) {
    out.memberId("id", "dlv", delivery.id);
    out.member("number", delivery.number);
    out.member("date", delivery.date);
    out.memberId("locationId", "loc", delivery.locationId);
    out.member("carrier", delivery.carrier);
    out.member("trackingNumber", delivery.trackingNumber);
    out.member("note", delivery.note);
    out.name("lines");
    out.beginArray();
    for (const Delivery::Line& line : delivery.lines) {
        out.beginObject();
        out.memberId("lineId", "lin", line.lineId);
        out.member("quantity", line.quantity);
        out.endObject();
    }
    out.endArray();
    out.member("createdAt", delivery.createdAt);
}

template <class Record>
void writeAll(JsonWriter& out, std::string_view name, const std::vector<Record>& records,
              void (*members)(JsonWriter&, const Record&)) {
    out.name(name);
    out.beginArray();
    for (const Record& record : records) {
        out.beginObject();
        members(out, record);
        out.endObject();
    }
    out.endArray();
}

/// The record alone, as a tree.
template <class Record>
Json tree(const Record& record, void (*members)(JsonWriter&, const Record&)) {
    JsonWriter out;
    out.beginObject();
    members(out, record);
    out.endObject();
    return Json::parse(out.text());
}

void writeSums(JsonWriter& out, const Sale& sale) {
    out.member("subtotal", sale.subtotal);
    out.member("discountTotal", sale.discountTotal);
    out.member("taxTotal", sale.taxTotal);
    out.member("total", sale.total);
    out.member("totalBase", sale.totalBase);
    out.member("paid", sale.paid);
    out.member("refunded", sale.refunded);
    out.member("credited", sale.credited);
    out.member("balance", sale.balance());
    out.name("taxes");
    writeTaxes(out, sale.taxes);
}

void writeHead(JsonWriter& out, const Sale& sale, Date today) {
    out.memberId("id", "sal", sale.id);
    out.member("number", sale.number);
    out.member("kind", sale.kind);
    out.member("status", sale.status);
    out.member("paymentStatus", sale.paymentStatus);
    out.member("deliveryStatus", sale.deliveryStatus);
    out.member("fiscalStatus", sale.fiscalStatus);
    out.member("channel", sale.channel);
    out.member("externalId", sale.externalId);
    out.memberId("businessUnitId", "bus", sale.businessUnitId);
    out.memberId("partnerId", "par", sale.partnerId);
    out.name("partner");
    writePartner(out, sale);
    out.member("date", sale.date);
    out.member("dueDate", sale.dueDate);
    out.member("overdue", isOverdue(sale, today));
    out.member("currency", sale.currency);
    out.member("exchangeRate", sale.exchangeRate);
    out.member("pricesIncludeTax", sale.pricesIncludeTax);
    out.member("discountPercent", sale.discountPercent);
    out.member("discountAmount", sale.discountAmount);
    writeSums(out, sale);
}

void writeRest(JsonWriter& out, const Sale& sale, const std::string* publicUrl) {
    out.memberId("locationId", "loc", sale.locationId);
    out.memberId("quoteId", "quo", sale.quoteId);
    out.memberId("recurringId", "rec", sale.recurringId);
    out.memberId("correctsSaleId", "sal", sale.correctsId);
    out.member("prepayment", sale.prepayment);
    out.member("purchaseOrderRef", sale.purchaseOrderRef);
    out.member("note", sale.note);
    out.member("paymentReference", sale.paymentReference);
    out.name("cancellation");
    writeCancellation(out, sale.cancellation);
    out.name("publicUrl");
    if (publicUrl == nullptr) {
        out.value(nullptr);
    } else {
        out.value(*publicUrl);
    }
    out.member("createdAt", sale.createdAt);
    out.member("updatedAt", sale.updatedAt);
    out.member("version", sale.version);
    out.name("createdBy");
    if (sale.createdByKind && sale.createdById) {
        out.beginObject();
        out.member("kind", *sale.createdByKind);
        out.memberId("id", *sale.createdByKind == "user" ? "usr" : "key", *sale.createdById);
        out.endObject();
    } else {
        out.value(nullptr);
    }
}

} // namespace

void writeSale(JsonWriter& out, const Sale& sale, const SaleView& view) {
    out.beginObject();
    writeHead(out, sale, view.today);
    if (view.lines) {
        out.name("lines");
        out.beginArray();
        for (const SaleLine& line : sale.lines) {
            writeLine(out, line);
        }
        out.endArray();
    }
    if (view.payments) {
        writeAll(out, "payments", sale.payments, writePaymentMembers);
    }
    if (view.deliveries) {
        writeAll(out, "refunds", sale.refunds, writeRefundMembers);
        writeAll(out, "deliveries", sale.deliveries, writeDeliveryMembers);
    }
    const auto url = view.publicUrls.find(sale.id);
    writeRest(out, sale, url == view.publicUrls.end() ? nullptr : &url->second);
    out.endObject();
}

Json partnerJson(const Sale& sale) {
    JsonWriter out;
    writePartner(out, sale);
    return Json::parse(out.text());
}

Json paymentJson(const Payment& payment) {
    return tree(payment, writePaymentMembers);
}

Json refundJson(const Refund& refund) {
    return tree(refund, writeRefundMembers);
}

Json deliveryJson(const Delivery& delivery) {
    return tree(delivery, writeDeliveryMembers);
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

Json deliveryAnswerJson(const Delivery& delivery, const Sale& sale) {
    Json answer = deliveryJson(delivery);
    answer.add("saleId", encodeId("sal", sale.id));
    answer.add("complete", sale.deliveryStatus == "delivered");
    answer.add("deliveryStatus", sale.deliveryStatus);
    return answer;
}

} // namespace svc::sales
