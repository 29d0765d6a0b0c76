// Payments of sales beside those that stand in the receipt of their sale.
#pragma once

#include <svc/call.hpp>

#include "own_regime.hpp"
#include "records/ids.hpp"

namespace svc::kassensichv {

/// A hook, in the transaction of the payment.
void paymentReceived(Call& call, const Event& event);

/// Takes back the payments that a voided movement of money had brought.
void recordVoidedPayments(Call& call, const OwnRegime& own, records::TransactionId transaction);

} // namespace svc::kassensichv
