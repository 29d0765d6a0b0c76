#pragma once

#include <svc/call.hpp>

#include "domain/sale.hpp"

namespace svc::sales {

// Events of a sale, with exactly the data of the catalogue (API definitions 19). The host adds `actor`.

void emitSaleCreated(Call& call, const Sale& sale);
void emitInvoiceIssued(Call& call, const Sale& sale);
void emitPaymentReceived(Call& call, const Sale& sale, const Payment& payment);
/// `payment` is null when a sale of zero is paid by nothing.
void emitInvoicePaid(Call& call, const Sale& sale, const Payment* payment);
void emitInvoicePartiallyPaid(Call& call, const Sale& sale, const Payment& payment);
void emitSaleCancelled(Call& call, const Sale& sale);

} // namespace svc::sales
