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
void emitInvoiceRefunded(Call& call, const Sale& sale, const Refund& refund);
void emitInvoiceOverdue(Call& call, const Sale& sale);
void emitDeliveryCreated(Call& call, const Sale& sale, const Delivery& delivery);

/// A payment that did not come: by link or by mobile money.
struct FailedPayment {
    Uuid id;
    std::int64_t amount = 0; ///< in the currency of the sale
    std::string method;
    std::string origin;
    std::optional<std::string> provider;
    std::string status; ///< failed or expired
    std::optional<std::string> error;
};
void emitPaymentFailed(Call& call, const Sale& sale, const FailedPayment& payment);

} // namespace svc::sales
