#include "document/events.hpp"

#include <algorithm>

namespace svc::sales {
namespace {

/// An amount of a document, in its currency.
template <class Document>
EventAmount amount(const Document& document, std::int64_t minor) {
    return {MinorAmount(minor), document.currency};
}

template <class Document, class Line>
std::vector<api::SaleEventLine> eventLines(const Document& document, const std::vector<Line>& lines) {
    std::vector<api::SaleEventLine> told;
    for (const Line& line : lines) {
        told.push_back({.id = line.id,
                        .itemId = line.itemId,
                        .label = line.label,
                        .quantity = line.quantity,
                        .unitPrice = {MinorPrice(line.unitPrice), document.currency},
                        .total = amount(document, line.total)});
    }
    return told;
}

} // namespace

void emitSaleCreated(Call& call, const Sale& sale) {
    emit(call, events::SaleCreated{.id = sale.id,
                                   .number = sale.number,
                                   .kind = sale.kind,
                                   .channel = sale.channel,
                                   .date = sale.date,
                                   .businessUnitId = sale.businessUnitId,
                                   .partner = sale.partner,
                                   .total = amount(sale, sale.total),
                                   .tax = amount(sale, sale.taxTotal),
                                   .paid = amount(sale, sale.paid),
                                   .balance = amount(sale, sale.balance()),
                                   .paymentStatus = sale.paymentStatus,
                                   .lines = eventLines(sale, sale.lines)});
}

void emitInvoiceIssued(Call& call, const Sale& sale) {
    emit(call, events::InvoiceIssued{.id = sale.id,
                                     .number = sale.number,
                                     .date = sale.date,
                                     .dueDate = sale.dueDate,
                                     .total = amount(sale, sale.total),
                                     .tax = amount(sale, sale.taxTotal),
                                     .balance = amount(sale, sale.balance()),
                                     .partner = sale.partner});
}

void emitPaymentReceived(Call& call, const Sale& sale, const Payment& payment) {
    emit(call, events::PaymentReceived{.id = payment.id,
                                       .amount = amount(payment, payment.amount),
                                       .method = payment.method,
                                       .origin = payment.origin,
                                       .walletId = payment.walletId,
                                       .saleId = sale.id,
                                       .saleNumber = sale.number,
                                       .partner = sale.partner,
                                       .reference = payment.reference,
                                       .provider = payment.provider,
                                       .receivedAt = payment.createdAt});
}

void emitInvoicePaid(Call& call, const Sale& sale, const Payment* payment) {
    emit(call,
         events::InvoicePaid{.id = sale.id,
                             .number = sale.number,
                             .total = amount(sale, sale.total),
                             .paid = amount(sale, sale.paid),
                             .partner = sale.partner,
                             .paidAt = call.now(),
                             .paymentId = payment != nullptr ? std::optional(payment->id) : std::nullopt});
}

void emitInvoicePartiallyPaid(Call& call, const Sale& sale, const Payment& payment) {
    emit(call, events::InvoicePartiallyPaid{.id = sale.id,
                                            .number = sale.number,
                                            .total = amount(sale, sale.total),
                                            .paid = amount(sale, sale.paid),
                                            .balance = amount(sale, sale.balance()),
                                            .partner = sale.partner,
                                            .paymentId = payment.id});
}

void emitSaleCancelled(Call& call, const Sale& sale) {
    emit(call, events::SaleCancelled{.id = sale.id,
                                     .number = sale.number,
                                     .total = amount(sale, sale.total),
                                     .partner = sale.partner,
                                     .creditNoteNumber = sale.cancellation->creditNoteNumber,
                                     .reason = sale.cancellation->reason,
                                     .cancelledAt = sale.cancellation->at});
}

void emitInvoiceRefunded(Call& call, const Sale& sale, const Refund& refund) {
    emit(call, events::InvoiceRefunded{.id = sale.id,
                                       .number = sale.number,
                                       .total = amount(sale, sale.total),
                                       .refund = amount(sale, refund.amount),
                                       .refunded = amount(sale, sale.refunded),
                                       .credited = amount(sale, sale.credited),
                                       .balance = amount(sale, sale.balance()),
                                       .full = sale.credited == sale.total,
                                       .creditNoteId = refund.creditNote.id,
                                       .creditNoteNumber = refund.creditNote.number,
                                       .partner = sale.partner,
                                       .reason = refund.reason});
}

void emitInvoiceOverdue(Call& call, const Sale& sale) {
    emit(call, events::InvoiceOverdue{.id = sale.id,
                                      .number = sale.number,
                                      .total = amount(sale, sale.total),
                                      .paid = amount(sale, sale.paid),
                                      .balance = amount(sale, sale.balance()),
                                      .partner = sale.partner,
                                      .dueDate = sale.dueDate.value(),
                                      .daysLate = call.today().days() - sale.dueDate.value().days()});
}

void emitDeliveryCreated(Call& call, const Sale& sale, const Delivery& delivery) {
    events::DeliveryCreated event{.id = delivery.id,
                                  .number = delivery.number,
                                  .saleId = sale.id,
                                  .saleNumber = sale.number,
                                  .date = delivery.date,
                                  .partner = sale.partner,
                                  .complete = delivery.complete,
                                  .carrier = delivery.carrier,
                                  .trackingNumber = delivery.trackingNumber};
    for (const api::SaleDeliveryLine& handed : delivery.lines) {
        const auto line = std::find_if(sale.lines.begin(), sale.lines.end(),
                                       [&](const SaleLine& one) { return one.id == handed.lineId; });
        event.lines.push_back({line->id, line->itemId, line->label, handed.quantity});
    }
    emit(call, event);
}

void emitQuoteCreated(Call& call, const Quote& quote) {
    emit(call, events::QuoteCreated{.id = quote.id,
                                    .number = quote.number,
                                    .partner = quote.partner,
                                    .total = amount(quote, quote.total),
                                    .validUntil = quote.validUntil,
                                    .lines = eventLines(quote, *quote.lines)});
}

void emitQuoteAccepted(Call& call, const Quote& quote) {
    emit(call, events::QuoteAccepted{.id = quote.id,
                                     .number = quote.number,
                                     .partner = quote.partner,
                                     .total = amount(quote, quote.total),
                                     .acceptedAt = quote.acceptedAt.value(),
                                     .acceptedBy = quote.acceptedBy.value()});
}

void emitQuoteDeclined(Call& call, const Quote& quote) {
    emit(call, events::QuoteDeclined{.id = quote.id,
                                     .number = quote.number,
                                     .partner = quote.partner,
                                     .total = amount(quote, quote.total),
                                     .reason = quote.declinedReason,
                                     .declinedBy = quote.declinedBy.value()});
}

void emitQuoteSigned(Call& call, const Quote& quote) {
    const api::QuoteSignature& signature = quote.signature.value();
    emit(call, events::QuoteSigned{.id = quote.id,
                                   .number = quote.number,
                                   .partner = quote.partner,
                                   .total = amount(quote, quote.total),
                                   .provider = signature.provider,
                                   .signedAt = signature.signedAt,
                                   .signers = signature.signers,
                                   .documentSha256 = signature.documentSha256});
}

void emitQuoteConverted(Call& call, const Quote& quote, const Sale& sale) {
    emit(call, events::QuoteConverted{.id = quote.id,
                                      .number = quote.number,
                                      .partner = quote.partner,
                                      .total = amount(quote, quote.total),
                                      .saleId = sale.id,
                                      .saleNumber = sale.number});
}

} // namespace svc::sales
