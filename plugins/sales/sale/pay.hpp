#pragma once

#include <string>

#include "sale/books.hpp"
#include "sale/rules/sale.hpp"
#include "trade/payments.hpp"

namespace svc::sales {

/// A payment that has passed every check, before money is moved.
struct PlannedPayment {
    Payment payment;
    std::int64_t walletBase = 0; ///< amount received by the wallet, in the currency of the company
    Wallet wallet;
};

/// Checks date, method and amounts of a payment against the current sale, and converts them. `path` is the
/// prefix of field names: `payments[0].` or nothing.
PlannedPayment planPayment(Call& call, const Sale& sale, const api::SalePaymentCreate& input,
                           const Wallet& wallet, const std::string& path);

/// Adds a planned payment to the amounts and the status of the sale.
void applyPayment(Sale& sale, const Payment& payment);

/// Moves the money and queues the row of the payment. `sale` includes the payment already.
void settlePayment(Call& call, const Sale& sale, PlannedPayment& planned);

} // namespace svc::sales
