#pragma once

#include <string_view>

#include <svc/call.hpp>

#include "api/neighbours.hpp"
#include "api/purchase_input.hpp"
#include "domain/purchase.hpp"

namespace svc::purchases {

/// A payment that has passed every check, before the money moves.
struct PlannedPayment {
    Payment payment;
    std::int64_t walletBase = 0; ///< what leaves the wallet, in the currency of the company
    Json wallet;                 ///< facts of the wallet, as treasury gave them
};

/// Checks date, method and amounts of a payment on the purchase as it stands, and converts them.
PlannedPayment planPayment(Call& call, const Purchase& purchase, const PaymentInput& input,
                           const Wallet& wallet);

/// Adds a planned payment to the amounts and the status of the purchase, moves the money, queues the row.
void settlePayment(Call& call, Purchase& purchase, PlannedPayment& planned);

/// Records a payment on an existing purchase: the whole of POST …/payments, also for the command
/// purchases.pay. The answer is that of the route.
Json recordPayment(Call& call, std::string_view purchaseId, const Json& body, std::string_view origin);

/// Takes a payment back: the money is in the wallet again and the balance is open. Gives the purchase.
Purchase voidPayment(Call& call, const Uuid& paymentId, const std::string& reason, Date date);

} // namespace svc::purchases
