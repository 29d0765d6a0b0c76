#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <svc/call.hpp>

#include "api/neighbours.hpp"
#include "api/sale_input.hpp"
#include "domain/sale.hpp"

namespace svc::sales {

/// A payment that has passed every check, before the money moves.
struct PlannedPayment {
    Payment payment;
    std::int64_t walletBase = 0; ///< what the wallet receives, in the currency of the company
    Json wallet;                 ///< facts of the wallet, as treasury gave them
};

/// The wallet that is named, or the default one. `path` is the field that a missing default asks for.
/// Refuses with `wallet-not-found`, `field-required:<path>`, and without treasury `module-disabled:treasury`.
Wallet requireWallet(Call& call, const std::optional<std::string>& id, std::string_view businessUnit,
                     std::string_view path);

/// Refuses an archived wallet and a till without the open session that it requires.
void checkWalletState(const Wallet& wallet, std::string_view path);

/// Checks date, method and amounts of a payment on the sale as it stands, and converts them. `path` is the
/// prefix of field names: `payments[0].` or nothing.
PlannedPayment planPayment(Call& call, const Sale& sale, const PaymentInput& input, const Wallet& wallet,
                           const std::string& path);

/// Adds a planned payment to the amounts and the status of the sale.
void applyPayment(Sale& sale, const Payment& payment);

/// Moves the money and queues the row.
void settlePayment(Call& call, const Sale& sale, PlannedPayment& planned);

/// Records a payment on an existing sale: the whole of POST …/payments, also for the command sales.pay. The
/// answer is that of the route.
Json recordPayment(Call& call, std::string_view saleId, const Json& body, std::string_view origin);

} // namespace svc::sales
