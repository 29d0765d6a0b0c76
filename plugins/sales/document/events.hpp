#pragma once

#include "bindings.hpp"
#include "quote/rules/quote.hpp"
#include "sale/rules/sale.hpp"

namespace svc::sales {

// Events of a sale and of a quote, with exactly the data of the catalogue (API definitions 19). The host adds
// `actor`.

void emitSaleCreated(Call& call, const Sale& sale);
void emitInvoiceIssued(Call& call, const Sale& sale);
void emitPaymentReceived(Call& call, const Sale& sale, const Payment& payment);
/// `payment` is null when a sale with total zero is paid without payment.
void emitInvoicePaid(Call& call, const Sale& sale, const Payment* payment);
void emitInvoicePartiallyPaid(Call& call, const Sale& sale, const Payment& payment);
void emitSaleCancelled(Call& call, const Sale& sale);
void emitInvoiceRefunded(Call& call, const Sale& sale, const Refund& refund);
void emitInvoiceOverdue(Call& call, const Sale& sale);
void emitDeliveryCreated(Call& call, const Sale& sale, const Delivery& delivery);

void emitQuoteCreated(Call& call, const Quote& quote);
void emitQuoteAccepted(Call& call, const Quote& quote);
void emitQuoteDeclined(Call& call, const Quote& quote);
void emitQuoteSigned(Call& call, const Quote& quote);
void emitQuoteConverted(Call& call, const Quote& quote, const Sale& sale);

} // namespace svc::sales
