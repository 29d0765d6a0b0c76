#include "api/events.hpp"

#include <svc/amounts.hpp>

#include "api/sale_json.hpp"

namespace svc::sales {
namespace {

void emitOnSale(Call& call, std::string_view type, const Sale& sale, const Json& data) {
    call.emit(type, "sale", encodeId("sal", sale.id), data);
}

Json linesJson(const Sale& sale) {
    Json lines = Json::array();
    for (const SaleLine& line : sale.lines) {
        lines.push(
            Json::object({{"id", encodeId("lin", line.id)},
                          {"itemId", line.itemId ? Json(encodeId("itm", *line.itemId)) : Json(nullptr)},
                          {"label", line.label},
                          {"quantity", line.quantity},
                          {"unitPrice", amountJson(line.unitPrice, sale.currency)},
                          {"total", amountJson(line.total, sale.currency)}}));
    }
    return lines;
}

} // namespace

void emitSaleCreated(Call& call, const Sale& sale) {
    emitOnSale(call, "sale.created", sale,
               Json::object({{"id", encodeId("sal", sale.id)},
                             {"number", sale.number},
                             {"kind", sale.kind},
                             {"channel", sale.channel},
                             {"date", sale.date},
                             {"businessUnitId", encodeId("bus", sale.businessUnitId)},
                             {"partner", partnerJson(sale)},
                             {"total", amountJson(sale.total, sale.currency)},
                             {"tax", amountJson(sale.taxTotal, sale.currency)},
                             {"paid", amountJson(sale.paid, sale.currency)},
                             {"balance", amountJson(sale.balance(), sale.currency)},
                             {"paymentStatus", sale.paymentStatus},
                             {"lines", linesJson(sale)}}));
}

void emitInvoiceIssued(Call& call, const Sale& sale) {
    emitOnSale(call, "invoice.issued", sale,
               Json::object({{"id", encodeId("sal", sale.id)},
                             {"number", sale.number},
                             {"date", sale.date},
                             {"dueDate", sale.dueDate},
                             {"total", amountJson(sale.total, sale.currency)},
                             {"tax", amountJson(sale.taxTotal, sale.currency)},
                             {"balance", amountJson(sale.balance(), sale.currency)},
                             {"partner", partnerJson(sale)}}));
}

void emitPaymentReceived(Call& call, const Sale& sale, const Payment& payment) {
    const std::string id = encodeId("pay", payment.id);
    call.emit("payment.received", "payment", id,
              Json::object({{"id", id},
                            {"amount", amountJson(payment.amount, payment.currency)},
                            {"method", payment.method},
                            {"origin", payment.origin},
                            {"walletId", encodeId("wal", payment.walletId)},
                            {"saleId", encodeId("sal", sale.id)},
                            {"saleNumber", sale.number},
                            {"partner", partnerJson(sale)},
                            {"reference", payment.reference},
                            {"provider", payment.provider},
                            {"receivedAt", payment.createdAt}}));
}

void emitInvoicePaid(Call& call, const Sale& sale, const Payment* payment) {
    emitOnSale(call, "invoice.paid", sale,
               Json::object({{"id", encodeId("sal", sale.id)},
                             {"number", sale.number},
                             {"total", amountJson(sale.total, sale.currency)},
                             {"paid", amountJson(sale.paid, sale.currency)},
                             {"partner", partnerJson(sale)},
                             {"paidAt", call.now()},
                             {"paymentId", payment ? Json(encodeId("pay", payment->id)) : Json(nullptr)}}));
}

void emitInvoicePartiallyPaid(Call& call, const Sale& sale, const Payment& payment) {
    emitOnSale(call, "invoice.partially_paid", sale,
               Json::object({{"id", encodeId("sal", sale.id)},
                             {"number", sale.number},
                             {"total", amountJson(sale.total, sale.currency)},
                             {"paid", amountJson(sale.paid, sale.currency)},
                             {"balance", amountJson(sale.balance(), sale.currency)},
                             {"partner", partnerJson(sale)},
                             {"paymentId", encodeId("pay", payment.id)}}));
}

void emitSaleCancelled(Call& call, const Sale& sale) {
    emitOnSale(call, "sale.cancelled", sale,
               Json::object({{"id", encodeId("sal", sale.id)},
                             {"number", sale.number},
                             {"total", amountJson(sale.total, sale.currency)},
                             {"partner", partnerJson(sale)},
                             {"creditNoteNumber", sale.cancellation->creditNoteNumber},
                             {"reason", sale.cancellation->reason},
                             {"cancelledAt", sale.cancellation->at}}));
}

void emitInvoiceRefunded(Call& call, const Sale& sale, const Refund& refund) {
    emitOnSale(call, "invoice.refunded", sale,
               Json::object({{"id", encodeId("sal", sale.id)},
                             {"number", sale.number},
                             {"total", amountJson(sale.total, sale.currency)},
                             {"refund", amountJson(refund.amount, sale.currency)},
                             {"refunded", amountJson(sale.refunded, sale.currency)},
                             {"credited", amountJson(sale.credited, sale.currency)},
                             {"balance", amountJson(sale.balance(), sale.currency)},
                             {"full", sale.credited == sale.total},
                             {"creditNoteId", encodeId("crn", refund.creditNoteId)},
                             {"creditNoteNumber", refund.creditNoteNumber},
                             {"partner", partnerJson(sale)},
                             {"reason", refund.reason}}));
}

void emitInvoiceOverdue(Call& call, const Sale& sale) {
    emitOnSale(call, "invoice.overdue", sale,
               Json::object({{"id", encodeId("sal", sale.id)},
                             {"number", sale.number},
                             {"total", amountJson(sale.total, sale.currency)},
                             {"paid", amountJson(sale.paid, sale.currency)},
                             {"balance", amountJson(sale.balance(), sale.currency)},
                             {"partner", partnerJson(sale)},
                             {"dueDate", sale.dueDate},
                             {"daysLate", call.today().days() - sale.dueDate.value().days()}}));
}

void emitDeliveryCreated(Call& call, const Sale& sale, const Delivery& delivery) {
    Json lines = Json::array();
    for (const Delivery::Line& handed : delivery.lines) {
        for (const SaleLine& line : sale.lines) {
            if (line.id == handed.lineId) {
                lines.push(Json::object(
                    {{"saleLineId", encodeId("lin", line.id)},
                     {"itemId", line.itemId ? Json(encodeId("itm", *line.itemId)) : Json(nullptr)},
                     {"label", line.label},
                     {"quantity", handed.quantity}}));
            }
        }
    }
    const std::string id = encodeId("dlv", delivery.id);
    call.emit("delivery.created", "delivery", id,
              Json::object({{"id", id},
                            {"number", delivery.number},
                            {"saleId", encodeId("sal", sale.id)},
                            {"saleNumber", sale.number},
                            {"date", delivery.date},
                            {"partner", partnerJson(sale)},
                            {"complete", sale.deliveryStatus == "delivered"},
                            {"lines", std::move(lines)},
                            {"carrier", delivery.carrier},
                            {"trackingNumber", delivery.trackingNumber}}));
}

void emitPaymentFailed(Call& call, const Sale& sale, const FailedPayment& payment) {
    const std::string id = encodeId("pay", payment.id);
    call.emit("payment.failed", "payment", id,
              Json::object({{"id", id},
                            {"amount", amountJson(payment.amount, sale.currency)},
                            {"method", payment.method},
                            {"origin", payment.origin},
                            {"saleId", encodeId("sal", sale.id)},
                            {"saleNumber", sale.number},
                            {"partner", partnerJson(sale)},
                            {"provider", payment.provider},
                            {"status", payment.status},
                            {"error", payment.error}}));
}

} // namespace svc::sales
